import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'

export type RateLimit = {
  readonly second: number
  readonly minute?: number
  readonly hour?: number
  /** Reserves a tenth of every window for calls with high priority. */
  readonly keepsTenth?: boolean
}

/** HIGH is for exits and cancels, NORMAL for everything else. */
export type Priority = 'HIGH' | 'NORMAL'

export type RateLimiter = {
  /** Zero when a call of this priority may be made now, and `calls - 1` more right after it. */
  readonly waitMs: (nowMs: number, priority: Priority, calls?: number) => number
  readonly spend: (nowMs: number) => void
  /** Calls still allowed in the current hour; Infinity without an hourly limit. */
  readonly left: (nowMs: number) => number
}

// The network may deliver two calls closer together than they were sent.
export const JITTER_MS = 50

/**
 * Sliding windows over past calls: never more than the limit within any interval of a window's length. If another
 * process may have called just before, no call is made in the first second.
 */
export function rateLimiter(limit: RateLimit, openedMs = -Infinity): RateLimiter {
  const windows = [
    { spanMs: SECOND_MS + JITTER_MS, most: limit.second },
    { spanMs: MINUTE_MS + JITTER_MS, most: limit.minute ?? Infinity },
    { spanMs: HOUR_MS + JITTER_MS, most: limit.hour ?? Infinity },
  ].filter(({ most }) => most < Infinity)
  const longestMs = Math.max(...windows.map(({ spanMs }) => spanMs))
  const calls: number[] = []
  // After the clock was set back, past calls must not seem to be in the future and block new ones.
  const setBack = (nowMs: number) => {
    const aheadMs = (calls.at(-1) ?? nowMs) - nowMs
    if (aheadMs > 0) calls.forEach((time, index) => (calls[index] = time - aheadMs))
  }

  return {
    waitMs(nowMs, priority, wantedCalls = 1) {
      setBack(nowMs)
      const isFirstSecond = nowMs >= openedMs && nowMs < openedMs + SECOND_MS + JITTER_MS
      let wait = isFirstSecond ? openedMs + SECOND_MS + JITTER_MS - nowMs : 0
      for (const { spanMs, most } of windows) {
        const kept = limit.keepsTenth && priority === 'NORMAL' ? Math.ceil(most / 10) : 0
        // A call is possible again when this one has left the window.
        const spare = Math.max(1, most - kept - (wantedCalls - 1))
        const blocking = calls[calls.length - spare]
        if (blocking !== undefined) wait = Math.max(wait, blocking + spanMs - nowMs)
      }
      return wait
    },
    spend(nowMs) {
      const firstKept = calls.findIndex((time) => time > nowMs - longestMs)
      calls.splice(0, firstKept < 0 ? calls.length : firstKept)
      calls.push(nowMs)
    },
    left(nowMs) {
      if (limit.hour === undefined) return Infinity
      setBack(nowMs)
      const firstCounted = calls.findIndex((time) => time > nowMs - HOUR_MS - JITTER_MS)
      return limit.hour - (firstCounted < 0 ? 0 : calls.length - firstCounted)
    },
  }
}
