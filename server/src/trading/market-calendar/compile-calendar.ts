import { makeIndiaCalendar } from '@trading-bot/core/calendar/make-india-calendar'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { calendarDataOf, type StoredCalendar } from './calendar-store.ts'

/** Rows that no edit of ours could have made are a bug, or a manual change in the database. */
export function compileCalendar(stored: StoredCalendar): MarketCalendar {
  const made = makeIndiaCalendar(calendarDataOf(stored))
  if (!made.ok) throw new Error(made.refusal.sentence)
  return made.value
}
