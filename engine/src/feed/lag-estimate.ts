import { MINUTE_MS } from '@trading-bot/core/time'

export type LagEstimate = {
  readonly see: (nowMs: number, tickMs: number) => void
  /** How far our clock is ahead of the exchange's, including the shortest network delay of a tick. */
  readonly lagMs: () => number
}

const WIDEST_MS = 5_000

/** Minimum delay of the last one to two minutes, so that an old trade sent on subscribing has no effect. */
export function lagEstimate(): LagEstimate {
  let minute = -1
  let least = Infinity
  let leastBefore = Infinity
  return {
    see(nowMs, tickMs) {
      const current = Math.floor(nowMs / MINUTE_MS)
      if (current !== minute) {
        leastBefore = current === minute + 1 ? least : Infinity
        least = Infinity
        minute = current
      }
      if (nowMs - tickMs < least) least = nowMs - tickMs
    },
    lagMs() {
      const lag = Math.min(least, leastBefore)
      return lag === Infinity ? 0 : Math.max(-WIDEST_MS, Math.min(lag, WIDEST_MS))
    },
  }
}
