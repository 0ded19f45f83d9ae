const FIRST_MS = 500
const LONGEST_MS = 30_000

/** The pauses between tries: half a second first, each twice the one before, half a minute at most. */
export function growingPauses() {
  let next = FIRST_MS
  return {
    next: () => {
      const pauseMs = next
      next = Math.min(next * 2, LONGEST_MS)
      return pauseMs
    },
    reset: () => {
      next = FIRST_MS
    },
  }
}

/** @param {number} pauseMs */
export function inSeconds(pauseMs) {
  return pauseMs === 1_000 ? 'in 1 second' : `in ${pauseMs / 1_000} seconds`
}
