import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { DAY_MS, indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'

// 08:30 to 09:10 on a usual day: log-ins are possible again, and there is time left to act before 09:15.
const FROM_BEFORE_OPEN_MS = 45 * MINUTE_MS
const UNTIL_BEFORE_OPEN_MS = 5 * MINUTE_MS
// 15:45 on a usual day: the broker's books are complete.
const AFTER_CLOSE_MS = 15 * MINUTE_MS
const USUAL_OPEN_MS = (9 * 60 + 15) * MINUTE_MS
// The market counts as open while any stock trades.
const ANY_STOCK = { hasDerivatives: false }

/** Whether live accounts are checked now: shortly before the open of a day that trades, or may trade. */
export function isCheckTime(calendar: MarketCalendar, atMs: number): boolean {
  const openMs = openOf(calendar, atMs)
  return openMs !== null && atMs >= openMs - FROM_BEFORE_OPEN_MS && atMs <= openMs - UNTIL_BEFORE_OPEN_MS
}

/** Whether the day's books are compared now: from a quarter of an hour after the close to the day's end. */
export function isCompareTime(calendar: MarketCalendar, atMs: number): boolean {
  const session = calendar.sessionOf(calendar.sessionNumberAt(atMs), ANY_STOCK)
  return session.ok && atMs >= session.value.closeMs + AFTER_CLOSE_MS
}

/** A day that the calendar does not know is checked too, on weekdays: the report says that it is not confirmed. */
function openOf(calendar: MarketCalendar, atMs: number): number | null {
  const session = calendar.sessionOf(calendar.sessionNumberAt(atMs), ANY_STOCK)
  if (session.ok) return session.value.openMs
  const day = indiaDayNumber(atMs)
  const startMs = indiaDayStartMs(day)
  const weekday = new Date(startMs + DAY_MS / 2).getUTCDay()
  const isWeekday = weekday !== 0 && weekday !== 6
  return session.refusal.code === 'CALENDAR_NOT_KNOWN' && isWeekday ? startMs + USUAL_OPEN_MS : null
}
