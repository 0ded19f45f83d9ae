import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import type { Clock } from '../../../ports/clock.ts'

type Ceiling = { readonly second: number; readonly minute?: number; readonly hour?: number }

// The documented limits of 2026. All calls of a row share one limit.
export const RATE_LIMITS = {
  login: { second: 1 },
  logout: { second: 1 },
  tokens: { second: 1, hour: 1_000 },
  profile: { second: 3, hour: 1_000 },
  funds: { second: 2 },
  orders: { second: 9, minute: 500, hour: 1_000 },
  orderBook: { second: 1 },
  tradeBook: { second: 1 },
  positions: { second: 1 },
  holdings: { second: 1 },
  allHoldings: { second: 1 },
  search: { second: 1 },
  orderDetails: { second: 10, minute: 500, hour: 5_000 },
  lastPrice: { second: 10, minute: 500, hour: 5_000 },
  quote: { second: 10, minute: 500, hour: 5_000 },
  conversion: { second: 10, minute: 500, hour: 5_000 },
  margin: { second: 10, minute: 500, hour: 5_000 },
  candles: { second: 3, minute: 180, hour: 5_000 },
  gttRules: { second: 9, minute: 500, hour: 5_000 },
  gttBook: { second: 10, minute: 500, hour: 5_000 },
  optionGreek: { second: 1 },
  // Not in the table.
  derivatives: { second: 1 },
  intradayLists: { second: 1 },
  edis: { second: 1 },
} as const satisfies Record<string, Ceiling>

export type RateLimitName = keyof typeof RATE_LIMITS

export type RateLimits = {
  /** Returns true and counts the call, or returns false without counting it. */
  readonly admit: (name: RateLimitName, clientCode: string) => boolean
}

/** Sliding windows per client code and table row. */
export function rateLimits(clock: Clock): RateLimits {
  const calls = new Map<string, number[]>()
  return {
    admit(name, clientCode) {
      const ceiling: Ceiling = RATE_LIMITS[name]
      const key = `${name}:${clientCode}`
      const nowMs = clock.nowMs()
      const longestMs = ceiling.hour ? HOUR_MS : ceiling.minute ? MINUTE_MS : SECOND_MS
      const times = calls.get(key) ?? []
      calls.set(key, times)
      const firstKept = times.findIndex((time) => time > nowMs - longestMs)
      times.splice(0, firstKept < 0 ? times.length : firstKept)
      if (countSince(times, nowMs - SECOND_MS) >= ceiling.second) return false
      if (ceiling.minute && countSince(times, nowMs - MINUTE_MS) >= ceiling.minute) return false
      if (ceiling.hour && times.length >= ceiling.hour) return false
      times.push(nowMs)
      return true
    },
  }
}

function countSince(times: readonly number[], sinceMs: number): number {
  let index = times.length
  while (index > 0 && (times[index - 1] as number) > sinceMs) index--
  return times.length - index
}
