import { isoDay } from '../time.ts'
import type { CalendarData } from './calendar-data.ts'

/** A trading day without payout. */
export function isSettlementHoliday(data: CalendarData, dayNumber: number): boolean {
  const day = isoDay(dayNumber)
  return data.years.some((year) => year.settlementHolidays.includes(day))
}
