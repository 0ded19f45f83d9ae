import type { Readiness } from '@trading-bot/contract/rest/trading/readiness'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { DAY_MS, indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { readinessItem } from './readiness-item.ts'

const WARN_DAYS_BEFORE = 30

/** Nothing trades on a day that the calendar does not know; owners are warned a month ahead. */
export function checkCalendar(calendar: MarketCalendar, now: Date): Readiness[] {
  const todayMs = now.getTime()
  if (!isKnown(calendar, todayMs)) {
    const text = `NSE’s holidays of ${yearAt(todayMs)} confirmed by the operator: nothing trades until then`
    return [readinessItem('calendar', false, text, null)]
  }
  const aheadMs = todayMs + WARN_DAYS_BEFORE * DAY_MS
  if (isKnown(calendar, aheadMs)) return []
  const year = yearAt(aheadMs)
  const warning = `NSE’s holidays of ${year} are not confirmed yet. Your bot pauses on 1 Jan ${year} unless they are.`
  return [{ ...readinessItem('calendar', true, 'A known market calendar', null), warning }]
}

function isKnown(calendar: MarketCalendar, atMs: number): boolean {
  const session = calendar.sessionOf(calendar.sessionNumberAt(atMs), { hasDerivatives: false })
  return session.ok || session.refusal.code !== 'CALENDAR_NOT_KNOWN'
}

function yearAt(atMs: number): string {
  return isoDay(indiaDayNumber(atMs)).slice(0, 4)
}
