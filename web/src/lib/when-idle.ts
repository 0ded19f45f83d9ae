/** A busy page is not left waiting for ever. */
const MOST_MS = 2_000
/** For browsers that cannot say when they are idle. */
const GUESS_MS = 200

/** Resolves when the browser has nothing more urgent to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: MOST_MS })
    else setTimeout(resolve, GUESS_MS)
  })
}
