import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'

// Takeovers for silence are remembered for so long. The patience that they have taught ends earlier, after a calm minute.
export const REMEMBERED_MS = 10 * MINUTE_MS
export const CALM_MS = MINUTE_MS

const MOST_PATIENCE_MS = 15 * SECOND_MS
const FIRST_REST_MS = 30 * SECOND_MS
const LONGEST_REST_MS = 5 * MINUTE_MS

/**
 * How long a session may be silent before another ends it: twice as long after each takeover for silence, because
 * several of them in a row speak of a machine that is too busy, not of processes that hang.
 */
export function patienceMs(leastMs: number, takeovers: number): number {
  return Math.min(leastMs * 2 ** takeovers, MOST_PATIENCE_MS)
}

/** How long an engine that lost its leases for silence takes no shards, so that a busy machine gets by with fewer engines. */
export function restMs(timesLost: number): number {
  return timesLost === 0 ? 0 : Math.min(FIRST_REST_MS * 2 ** (timesLost - 1), LONGEST_REST_MS)
}
