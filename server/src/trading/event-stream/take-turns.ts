const AGAIN_MS = 1_000

type Turns = { readonly want: () => void; readonly stop: () => void }

/**
 * Work that is wanted often and done at most once a pause: one turn at a time, the first at once. A turn that failed
 * is tried again.
 */
export function takeTurns(work: () => Promise<void>, pauseMs: number, onError: (error: unknown) => void): Turns {
  let timer: NodeJS.Timeout | undefined
  let isBusy = false
  let isWanted = false
  let isStopped = false

  function want(): void {
    isWanted = true
    if (!isBusy && !isStopped) void turn()
  }

  async function turn(): Promise<void> {
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
    // Kept even when nothing waits: the next turn must not begin before the pause is over.
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
