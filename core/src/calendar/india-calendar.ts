import { INDIA_CALENDAR_DATA } from './india-calendar-data.ts'
import { makeIndiaCalendar } from './make-india-calendar.ts'
import type { MarketCalendar } from './market-calendar.ts'

/** The shipped calendar, for simulated history and tests; orders use the calendar of the database. */
export const INDIA_CALENDAR: MarketCalendar = shipped()

function shipped(): MarketCalendar {
  const made = makeIndiaCalendar(INDIA_CALENDAR_DATA)
  if (!made.ok) throw new Error(made.refusal.sentence)
  return made.value
}
