const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const FIRST_MS = 5_000
const MOST_ATTEMPTS = 10

type Trouble = {
  /** This one included. */
  readonly attempts: number
  readonly ageMs: number
  /** What Telegram asked for; undefined where it did not answer. */
  readonly retryAfterS?: number | undefined
}

/**
 * How long to wait before a message is tried again; undefined when it is given up. A pause that Telegram asks for is
 * kept to the second and is no failure of the message. News older than a day is news to nobody.
 */
export function nextTryMs({ attempts, ageMs, retryAfterS }: Trouble): number | undefined {
  const waitMs = retryAfterS === undefined ? Math.min(HOUR_MS, FIRST_MS * 3 ** (attempts - 1)) : retryAfterS * 1000
  if (ageMs + waitMs > DAY_MS) return undefined
  if (retryAfterS === undefined && attempts >= MOST_ATTEMPTS) return undefined
  return waitMs
}
