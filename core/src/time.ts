// Instants are epoch milliseconds; India is UTC+5:30 all year, so its calendar needs only arithmetic.

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const INDIA_OFFSET_MS = 5.5 * HOUR_MS

/** Day number (days since 1970-01-01) of the India day at this instant. */
export function indiaDayNumber(atMs: number): number {
  return Math.floor((atMs + INDIA_OFFSET_MS) / DAY_MS)
}

/** The instant at which an India day begins. */
export function indiaDayStartMs(dayNumber: number): number {
  return dayNumber * DAY_MS - INDIA_OFFSET_MS
}

/** Number of the week, Monday to Sunday, that an India day belongs to. */
export function weekNumber(dayNumber: number): number {
  // Day 0 was a Thursday.
  return Math.floor((dayNumber + 3) / 7)
}

/** The instant at which the India week of this instant began. */
export function indiaWeekStartMs(atMs: number): number {
  return indiaDayStartMs(weekNumber(indiaDayNumber(atMs)) * 7 - 3)
}

/** Milliseconds since India midnight. */
export function indiaTimeOfDayMs(atMs: number): number {
  return atMs + INDIA_OFFSET_MS - indiaDayNumber(atMs) * DAY_MS
}

/** 0 is Sunday. */
export function weekday(dayNumber: number): number {
  return (((dayNumber + 4) % 7) + 7) % 7
}

/** `2026-08-03` for a day number. */
export function isoDay(dayNumber: number): string {
  const { year, month, day } = civilFromDays(dayNumber)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The day number of `2026-08-03`; throws if it is not a real date. */
export function dayNumberOf(iso: string): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso)
  if (!match) throw new RangeError(`not a date: ${iso}`)
  const dayNumber = daysFromCivil(Number(match[1]), Number(match[2]), Number(match[3]))
  if (isoDay(dayNumber) !== iso) throw new RangeError(`not a date: ${iso}`)
  return dayNumber
}

// Days <-> civil date by the era arithmetic of the proleptic Gregorian calendar (400-year eras of 146,097 days).
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function civilFromDays(dayNumber: number): { year: number; month: number; day: number } {
  const days = dayNumber + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}
