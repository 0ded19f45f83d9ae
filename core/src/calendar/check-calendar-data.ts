import { type InputRefusal, refuse } from '../checked.ts'
import { dayNumberOf } from '../time.ts'
import type { CalendarData } from './calendar-data.ts'
import { minuteOfDay } from './minute-of-day.ts'

type CalendarDataRefusal = { readonly ok: false; readonly refusal: InputRefusal<'CALENDAR_DATA_INVALID'> }

/** The first invalid field of edited calendar data, or null. */
export function checkCalendarData(data: CalendarData): CalendarDataRefusal | null {
  const field = wrongHours(data) ?? wrongYears(data) ?? wrongSpecials(data) ?? wrongAuction(data)
  return field === null ? null : refuse('CALENDAR_DATA_INVALID', field, `The calendar's ${field} cannot be read.`)
}

function wrongHours({ hours }: CalendarData): string | null {
  let latest = ''
  for (const [index, { from, open, close, closeWithDerivatives, cutoffs }] of hours.entries()) {
    // ISO days compare as text.
    if (!isDay(from) || from <= latest) return `hours[${index}].from`
    if (!isBefore(open, close)) return `hours[${index}].close`
    if (!isBefore(open, closeWithDerivatives)) return `hours[${index}].closeWithDerivatives`
    if (!isBefore(cutoffs.entriesUntil, cutoffs.squareOffAt)) return `hours[${index}].cutoffs`
    latest = from
  }
  return null
}

function wrongYears({ years }: CalendarData): string | null {
  for (const [index, { year, holidays, settlementHolidays }] of years.entries()) {
    if (!Number.isInteger(year)) return `years[${index}].year`
    const isOfYear = (day: string) => isDay(day) && day.startsWith(`${year}-`)
    if (!Object.keys(holidays).every(isOfYear)) return `years[${index}].holidays`
    if (!settlementHolidays.every(isOfYear)) return `years[${index}].settlementHolidays`
  }
  return null
}

function wrongSpecials({ specialSessions }: CalendarData): string | null {
  for (const [index, { day, hours }] of specialSessions.entries()) {
    if (!isDay(day)) return `specialSessions[${index}].day`
    if (typeof hours !== 'string' && !isBefore(hours.open, hours.close)) return `specialSessions[${index}].hours`
  }
  return null
}

function wrongAuction({ closingAuction = [] }: CalendarData): string | null {
  const index = closingAuction.findIndex(({ from }) => !isDay(from))
  return index === -1 ? null : `closingAuction[${index}].from`
}

function isBefore(first: string, second: string): boolean {
  const [start, end] = [minuteOfDay(first), minuteOfDay(second)]
  return start !== null && end !== null && start < end
}

function isDay(text: string): boolean {
  try {
    dayNumberOf(text)
    return true
  } catch {
    return false
  }
}
