import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { sessionsOfDay } from '@trading-bot/core/history/sessions-of-day'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { DayRange, Source } from './store/bar-store.ts'

export type CalendarOf = (source: Source) => MarketCalendar

const NSE = assumeUnknownYears(INDIA_CALENDAR)

/**
 * The calendar that a source's days belong to: the installation's, with the weekdays of years before it began, because
 * bars reach further back than lists of holidays. Files hold days of NSE, also in the demo, whose own market never closes.
 */
export function calendarsOf({ calendar, config }: Pick<Deps, 'calendar' | 'config'>): CalendarOf {
  const own = assumeUnknownYears(calendar)
  return (source) => (source === 'file' && config.demo ? NSE : own)
}

// Shares close at different times, but all of them trade on the same days.
const ANY_SHARE = { hasDerivatives: false }

/**
 * Days of a range on which the market was open. In a year that the calendar does not know, a weekday without a bar of
 * any share was a holiday.
 */
export async function openDays(
  db: Queryable,
  calendar: MarketCalendar,
  { fromDay, untilDay }: DayRange,
): Promise<number[]> {
  const assumed = assumeUnknownYears(calendar)
  const days: { day: number; isKnown: boolean }[] = []
  for (let day = fromDay; day <= untilDay; day++) {
    if (sessionsOfDay(calendar, day, ANY_SHARE).length > 0) days.push({ day, isKnown: true })
    else if (sessionsOfDay(assumed, day, ANY_SHARE).length > 0) days.push({ day, isKnown: false })
  }
  if (days.every(({ isKnown }) => isKnown)) return days.map(({ day }) => day)
  const { rows } = await sql<{ day: number }>`
    select distinct day - date '1970-01-01' as day from bar_days
    where day between date '1970-01-01' + ${fromDay}::int and date '1970-01-01' + ${untilDay}::int`.execute(db)
  const traded = new Set(rows.map(({ day }) => day))
  return days.flatMap(({ day, isKnown }) => (isKnown || traded.has(day) ? [day] : []))
}
