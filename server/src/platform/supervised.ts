// The thread between this process and the one that started it (tools/start): ready, failed, gone.

type News =
  | { readonly type: 'ready'; readonly port: number; readonly signIns: readonly object[] }
  | { readonly type: 'failed'; readonly sentence: string }

export function notifySupervisor(news: News): void {
  process.send?.(news)
}

/** Ends in order on a signal, or when the supervisor is gone; a second signal ends at once. */
export function onceStopped(close: () => Promise<void>): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    // Whatever hangs must not keep the process: order truth rests on the database, not on a tidy exit.
    setTimeout(() => process.exit(1), 8_000).unref()
    close().then(endDatabaseOfTheDead, () => process.exit(1))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.once('disconnect', stop)
}

/** Where the system cannot tie PostgreSQL to its supervisor (macOS), the survivor ends it. */
function endDatabaseOfTheDead(): void {
  const pid = Number(process.env['EMBEDDED_DATABASE_PID'])
  if (pid > 0 && !process.connected) {
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      // It is gone already.
    }
  }
  process.exit(0)
}
