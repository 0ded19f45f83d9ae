const FLUSH_MS = 500
/** While the database is away; the oldest are dropped first. */
const MOST_WAITING = 2_000

type WriteBehind<Row> = { readonly add: (row: Row) => void; readonly stop: () => Promise<void> }

/** Rows that are written a moment later and together, so that a slow database never delays a bar. */
export function writeBehind<Row>(
  write: (rows: readonly Row[]) => Promise<void>,
  onError: (error: unknown) => void,
): WriteBehind<Row> {
  const waiting: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): void {
    timer = undefined
    const rows = waiting.splice(0)
    if (rows.length === 0) return
    writing = writing
      .then(() => write(rows))
      .catch((error: unknown) => {
        onError(error)
        waiting.unshift(...rows.slice(-MOST_WAITING))
        schedule()
      })
  }

  function schedule(): void {
    timer ??= setTimeout(flush, FLUSH_MS)
    timer.unref()
  }

  return {
    add(row) {
      waiting.push(row)
      if (waiting.length > MOST_WAITING) waiting.splice(0, waiting.length - MOST_WAITING)
      schedule()
    },
    stop: async () => {
      clearTimeout(timer)
      flush()
      await writing
      clearTimeout(timer)
    },
  }
}
