// The messages between this process and the one that started it (tools/start): ready, failed, gone.

type News =
  | { readonly type: 'ready'; readonly port: number; readonly signIns: readonly object[] }
  | { readonly type: 'failed'; readonly sentence: string }

export function notifySupervisor(news: News): void {
  process.send?.(news)
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
  process.once('disconnect', stop)
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
