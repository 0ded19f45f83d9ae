import { MINUTE_MS } from '../time.ts'
import type { TimeRange } from './check-simulation.ts'
import type { TradingLeg } from './trading-leg.ts'

/** The minutes of a leg that start within the range, from `from` up to but not including `until`. */
export function minutesWithin(leg: TradingLeg, range: TimeRange): { readonly from: number; readonly until: number } {
  return {
    from: Math.max(0, Math.ceil((range.fromMs - leg.startMs) / MINUTE_MS)),
    until: Math.min(leg.minutes, Math.ceil((range.untilMs - leg.startMs) / MINUTE_MS)),
  }
}
