import type { Session } from '../calendar/market-calendar.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'

/** How long a strategy's bars last. A bar of one day is the whole session. */
export const INTERVALS = ['1m', '3m', '5m', '10m', '15m', '30m', '1h', '1d'] as const

export type Interval = (typeof INTERVALS)[number]

/** Interval of new strategies: long enough that a move can pay for its charges. */
export const DEFAULT_INTERVAL: Interval = '5m'

export const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '10m': 10 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': DAY_MS,
}

/** Start of the bar that contains an instant of the session, counted from the session's open. */
export function barStartMs(session: Session, interval: Interval, atMs: number): number {
  const intervalMs = INTERVAL_MS[interval]
  return session.openMs + Math.floor((atMs - session.openMs) / intervalMs) * intervalMs
}

/** End of the bar that contains an instant of the session; the last bar is cut at the session's close. */
export function barEndMs(session: Session, interval: Interval, atMs: number): number {
  return Math.min(barStartMs(session, interval, atMs) + INTERVAL_MS[interval], session.closeMs)
}
