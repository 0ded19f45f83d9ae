import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'

export type RateLimit = {
  readonly second: number
  readonly minute?: number
  readonly hour?: number
  /** A tenth of every window is left to calls that go first. */
  readonly keepsTenth?: boolean
}

/** Exits and cancels go first; everything else waits behind them. */
export type Priority = 'HIGH' | 'NORMAL'

export type RateLimiter = {
  /** Zero when a call of this lane may go now. */
  readonly waitMs: (nowMs: number, priority: Priority) => number
  readonly spend: (nowMs: number) => void
}

// The network may bring two calls closer together than they were sent.
export const JITTER_MS = 50

/**
 * Sliding windows over the instants of past calls: never more than the ceiling in any stretch of a window's length. Where
 * somebody else may have called before it was opened, the first second passes without a call.
 */
export function rateLimiter(limit: RateLimit, openedMs = -Infinity): RateLimiter {
  const windows = [
    { spanMs: SECOND_MS + JITTER_MS, most: limit.second },
    { spanMs: MINUTE_MS + JITTER_MS, most: limit.minute ?? Infinity },
    { spanMs: HOUR_MS + JITTER_MS, most: limit.hour ?? Infinity },
  ].filter(({ most }) => most < Infinity)
  const longestMs = Math.max(...windows.map(({ spanMs }) => spanMs))
  const calls: number[] = []
  // A clock that was set back must not hold calls back: the newest of them was not in the future.
  const setBack = (nowMs: number) => {
    const aheadMs = (calls.at(-1) ?? nowMs) - nowMs
    if (aheadMs > 0) calls.forEach((time, index) => (calls[index] = time - aheadMs))
  }

  return {
    waitMs(nowMs, priority) {
      setBack(nowMs)
      const isFirstSecond = nowMs >= openedMs && nowMs < openedMs + SECOND_MS + JITTER_MS
      let wait = isFirstSecond ? openedMs + SECOND_MS + JITTER_MS - nowMs : 0
      for (const { spanMs, most } of windows) {
        const kept = limit.keepsTenth && priority === 'NORMAL' ? Math.ceil(most / 10) : 0
        // When this one has left the window there is room again.
        const blocking = calls[calls.length - (most - kept)]
        if (blocking !== undefined) wait = Math.max(wait, blocking + spanMs - nowMs)
      }
      return wait
    },
    spend(nowMs) {
      const firstKept = calls.findIndex((time) => time > nowMs - longestMs)
      calls.splice(0, firstKept < 0 ? calls.length : firstKept)
      calls.push(nowMs)
    },
  }
}
