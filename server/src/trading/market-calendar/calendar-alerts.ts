import type { CalendarAlert } from '@trading-bot/contract/rest/trading/calendar'
import { dayNumberOf, indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { type StoredCalendar, yearOf } from './calendar-store.ts'
import { dayInWords } from './day-in-words.ts'

const WARN_DAYS_BEFORE = 60
const HOURS_DAYS_BEFORE = 7

export type UnknownYear = { readonly year: number; readonly daysLeft: number }

/** The first unconfirmed year from now on, and the days left until it begins. */
export function firstUnknownYear({ years }: Pick<StoredCalendar, 'years'>, now: Date): UnknownYear {
  const today = indiaDayNumber(now.getTime())
  let year = yearOf(isoDay(today))
  while (years.includes(year)) year += 1
  return { year, daysLeft: Math.max(0, dayNumberOf(`${year}-01-01`) - today) }
}

/** What an administrator must do before it stops the bots. */
export function calendarAlerts(stored: StoredCalendar, now: Date): CalendarAlert[] {
  return [...unknownYearAlert(firstUnknownYear(stored, now)), ...hoursAlerts(stored, now)]
}

function unknownYearAlert({ year, daysLeft }: UnknownYear): CalendarAlert[] {
  if (daysLeft > WARN_DAYS_BEFORE) return []
  return [{ kind: 'UNKNOWN_YEAR', year, text: unknownYearText({ year, daysLeft }) }]
}

export function unknownYearText({ year, daysLeft }: UnknownYear): string {
  return daysLeft > 0
    ? `NSE’s holidays of ${year} are not confirmed yet. From 1 Jan ${year} no bot trades on NSE.`
    : `NSE’s holidays of ${year} are not confirmed: no bot trades on NSE.`
}

function hoursAlerts({ special_sessions }: StoredCalendar, now: Date): CalendarAlert[] {
  const today = indiaDayNumber(now.getTime())
  return special_sessions
    .filter(({ hours, day }) => {
      const days = dayNumberOf(day) - today
      return hours === 'not_announced' && days >= 0 && days <= HOURS_DAYS_BEFORE
    })
    .map(({ day, name }) => ({
      kind: 'HOURS_NOT_ANNOUNCED',
      year: yearOf(day),
      text: `${name} on ${dayInWords(day)} has no hours yet. The market stays closed that day until you enter them.`,
    }))
}
