const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const FIRST_MS = 5_000
const MOST_ATTEMPTS = 10

type Trouble = {
  /** Including this one. */
  readonly attempts: number
  readonly ageMs: number
  /** The delay that Telegram asked for; undefined if it did not answer. */
  readonly retryAfterS?: number | undefined
}

/**
 * How long to wait before the next attempt; undefined when there is none. A delay that Telegram asks for is respected
 * to the second and does not count as a failure. A message older than a day is useless to its reader.
 */
export function nextTryMs({ attempts, ageMs, retryAfterS }: Trouble): number | undefined {
  const waitMs = retryAfterS === undefined ? Math.min(HOUR_MS, FIRST_MS * 3 ** (attempts - 1)) : retryAfterS * 1000
  if (ageMs + waitMs > DAY_MS) return undefined
  if (retryAfterS === undefined && attempts >= MOST_ATTEMPTS) return undefined
  return waitMs
}
