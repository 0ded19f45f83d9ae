// The messages between this process and the one that started it (product/supervisor): ready, waiting, failed, gone.

type News =
  | { readonly type: 'ready'; readonly port: number; readonly signIns: readonly object[] }
  | { readonly type: 'waiting'; readonly sentence: string }
  | { readonly type: 'failed'; readonly sentence: string; readonly outlook: Outlook }

/** What another try of a failed start can do: nothing (wrong settings), succeed (the database was away), or who knows. */
export type Outlook = 'final' | 'passing' | 'unknown'

/** Of sysexits.h, so that systemd and others can tell wrong settings, which no restart mends, from the rest. */
export const EXIT_CODES: Readonly<Record<Outlook, number>> = { final: 78, passing: 75, unknown: 1 }

/** False when nobody supervises this process. */
export function notifySupervisor(news: News): boolean {
  return process.send?.(news) ?? false
}

const exit = () => process.exit(1)

/** Until the server is ready nothing has to be shut down in order: without its supervisor it must not wait on. */
export function exitWithSupervisor(): void {
  process.once('disconnect', exit)
}

/** Shuts down in order on a signal, or when the supervisor is gone; a second signal exits at once. */
export function onceStopped(close: () => Promise<void>): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    // Nothing that hangs may keep the process alive: orders are safe in the database, not in a clean exit.
    setTimeout(() => process.exit(1), 8_000).unref()
    close().then(endDatabaseOfTheDead, () => process.exit(1))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.off('disconnect', exit)
  process.once('disconnect', stop)
  // Gone while the last step of the start ran.
  if (process.send && !process.connected) stop()
}

/** Where the system cannot tie PostgreSQL to its supervisor (macOS), the surviving process stops it. */
function endDatabaseOfTheDead(): void {
  const pid = Number(process.env['EMBEDDED_DATABASE_PID'])
  if (pid > 0 && !process.connected) {
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      // It has already exited.
    }
  }
  process.exit(0)
}
