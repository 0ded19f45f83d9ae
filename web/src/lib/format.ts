// Dates and times in India time, whatever the browser's time zone is. Money is formatted by core's formatRupees.
// Written by hand: the browser's own formatter takes a slow phone a tenth of a second to get ready, before anything is
// drawn.
import { formatNumber } from '@trading-bot/core/format-number'
import { INDIA_OFFSET_MS } from '@trading-bot/core/time'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

type Moment = string | number | Date | null | undefined

/** 15 Nov 2026 */
export function formatDate(moment: Moment): string {
  return formatWith(dateOf, moment)
}

/** 15 Nov 2026, 09:15 */
export function formatDateTime(moment: Moment): string {
  return formatWith((india) => `${dateOf(india)}, ${timeOf(india)}`, moment)
}

/** 09:15 */
export function formatTime(moment: Moment): string {
  return formatWith(timeOf, moment)
}

/** 09:15:07 */
export function formatClock(moment: Moment): string {
  return formatWith((india) => `${timeOf(india)}:${two(india.getUTCSeconds())}`, moment)
}

/** 15 Nov, of an India day such as 2026-11-15. */
export function formatShortDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** 1.2L on an axis, where the exact figure would not fit: thousands, lakhs and crores to one decimal. */
export function formatShort(number: number): string {
  const inTenths = (unit: number) => Math.round(number / (unit / 10)) / 10
  if (inTenths(1) < 1_000) return String(inTenths(1))
  if (inTenths(1_000) < 100) return `${inTenths(1_000)}K`
  if (inTenths(100_000) < 100) return `${inTenths(100_000)}L`
  return `${formatNumber(inTenths(10_000_000), 0, 1)}Cr`
}

/** Writes a date whose UTC fields are India's. */
function formatWith(write: (india: Date) => string, moment: Moment): string {
  if (moment === null || moment === undefined || moment === '') return 'N/A'
  try {
    const india = new Date(new Date(moment).getTime() + INDIA_OFFSET_MS)
    return Number.isNaN(india.getTime()) ? 'Invalid Date' : write(india)
  } catch {
    return 'Date Error'
  }
}

function dateOf(india: Date): string {
  return `${two(india.getUTCDate())} ${MONTHS[india.getUTCMonth()]} ${india.getUTCFullYear()}`
}

function timeOf(india: Date): string {
  return `${two(india.getUTCHours())}:${two(india.getUTCMinutes())}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
