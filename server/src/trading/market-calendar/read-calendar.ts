import type {
  Calendar,
  CalendarAlert,
  readCalendar as read,
  readCalendarAlerts as alerts,
  readCalendarHistory as history,
} from '@trading-bot/contract/rest/trading/calendar'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { listHistory } from '../../platform/audit/list-history.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { calendarAlerts, firstUnknownYear } from './calendar-alerts.ts'
import { readStoredCalendar, type StoredCalendar, yearOf } from './calendar-store.ts'

const HISTORY_LINES = 100

export const readCalendar: UseCase<typeof read> = async ({ db, clock }, { year }) => {
  const thisYear = yearOf(isoDay(indiaDayNumber(clock.now().getTime())))
  return calendarOf(await readStoredCalendar(db), year ?? thisYear, thisYear)
}

function calendarOf(stored: StoredCalendar, year: number, thisYear: number): Calendar {
  const ofYear = (row: { readonly day: string }) => yearOf(row.day) === year
  return {
    year,
    is_confirmed: stored.years.includes(year),
    has_begun: year <= thisYear,
    years: listYears(stored, thisYear).map((each) => ({
      year: each,
      is_confirmed: stored.years.includes(each),
      has_begun: each <= thisYear,
      holidays: stored.holidays.filter(({ day, is_settlement_only }) => yearOf(day) === each && !is_settlement_only)
        .length,
    })),
    holidays: stored.holidays.filter(ofYear),
    special_sessions: stored.special_sessions.filter(ofYear),
    hours: [...stored.hours],
  }
}

/** Every year that has data, and the next one, which administrators have to fill. */
function listYears({ years, holidays, special_sessions }: StoredCalendar, thisYear: number): number[] {
  const known = [...years, ...[...holidays, ...special_sessions].map(({ day }) => yearOf(day))]
  return [...new Set([...known, thisYear, thisYear + 1])].sort((a, b) => a - b)
}

export const readCalendarHistory: UseCase<typeof history> = async ({ db }, { year }) => {
  const subjects = [String(year), 'hours'].map((id) => ({ kind: 'calendar', id }))
  return listHistory(db, subjects, HISTORY_LINES)
}

export const readCalendarAlerts: UseCase<typeof alerts> = async ({ db, clock }) => listCalendarAlerts(db, clock.now())

/** Days until the first year whose holidays nobody has confirmed: then no bot trades. */
export async function countCalendarDaysLeft(db: Queryable, now: Date): Promise<number> {
  return firstUnknownYear(await readStoredCalendar(db), now).daysLeft
}

export async function listCalendarAlerts(db: Queryable, now: Date): Promise<CalendarAlert[]> {
  return calendarAlerts(await readStoredCalendar(db), now)
}
