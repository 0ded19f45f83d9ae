import { MINUTE_MS } from '@trading-bot/core/time'

/** Start of the minute that contains an instant. */
export function minuteOf(atMs: number): number {
  return atMs - (atMs % MINUTE_MS)
}
