import type { MarketCalendar, Session } from '@trading-bot/core/calendar/market-calendar'
import { MINUTE_MS } from '@trading-bot/core/time'

// The last orders of a session end shortly after it.
const AFTER_CLOSE_MS = 2 * MINUTE_MS
// Bars of a day may arrive later, so a session is looked at again for a week; in the demo for some hours.
const SESSIONS_BACK = 7
// A session counts until the last stock has closed.
const ANY_STOCK = { hasDerivatives: false }

/** Sessions that ended lately, newest first. */
export function endedSessions(calendar: MarketCalendar, nowMs: number): Session[] {
  const current = calendar.sessionNumberAt(nowMs)
  return Array.from({ length: SESSIONS_BACK + 1 }, (_, back) => calendar.sessionOf(current - back, ANY_STOCK)).flatMap(
    (session) => (session.ok && session.value.closeMs + AFTER_CLOSE_MS <= nowMs ? [session.value] : []),
  )
}
