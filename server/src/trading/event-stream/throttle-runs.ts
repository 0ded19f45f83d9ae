const AGAIN_MS = 1_000

type ThrottledRuns = { readonly want: () => void; readonly stop: () => void }

/**
 * Throttles work that is requested often: one run at a time, the first at once, the next after a pause. A failed run is
 * retried.
 */
export function throttleRuns(
  work: () => Promise<void>,
  pauseMs: number,
  onError: (error: unknown) => void,
): ThrottledRuns {
  let timer: NodeJS.Timeout | undefined
  let isBusy = false
  let isWanted = false
  let isStopped = false

  function want(): void {
    isWanted = true
    if (!isBusy && !isStopped) void run()
  }

  async function run(): Promise<void> {
    isBusy = true
    isWanted = false
    const nextMs = await work().then(
      () => pauseMs,
      (error: unknown) => {
        onError(error)
        isWanted = true
        return AGAIN_MS
      },
    )
    // Set even when nothing waits: the next run must not begin before the pause is over.
    timer = setTimeout(() => {
      isBusy = false
      if (isWanted) want()
    }, nextMs)
  }

  return {
    want,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
