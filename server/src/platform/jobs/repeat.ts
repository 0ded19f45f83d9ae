/** Runs work every few seconds in this process, never twice at a time; a failed run is reported and the next one comes. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
