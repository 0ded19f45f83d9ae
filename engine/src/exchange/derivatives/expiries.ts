import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { dayNumberOf, indiaDayNumber, indiaDayStartMs, isoDay, MINUTE_MS } from '@trading-bot/core/time'

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
export const EXPIRY_TYPES = ['NEAR', 'NEXT', 'FAR'] as const
export type ExpiryType = (typeof EXPIRY_TYPES)[number]

const LAST_TRADE_MINUTE = 15 * 60 + 30
// Day 0 of the numbering, 1 January 1970, was a Thursday.
const TUESDAY = 5
const WEEK = 7

/** The day on which a month's contracts end: its last Tuesday (NSE, from September 2025), or the trading day before. */
export function expiryDay(calendar: MarketCalendar, nowMs: number, type: ExpiryType): number {
  const today = indiaDayNumber(nowMs)
  const [year, month] = isoDay(today).split('-').map(Number) as [number, number]
  const isOver = lastTuesday(calendar, year, month) < today ? 1 : 0
  return lastTuesday(calendar, year, month + isOver + EXPIRY_TYPES.indexOf(type))
}

/** A month above 12 belongs to the next year. */
function lastTuesday(calendar: MarketCalendar, year: number, month: number): number {
  const next = year * 12 + month
  const firstOfNext = `${Math.floor(next / 12)}-${String((next % 12) + 1).padStart(2, '0')}-01`
  let day = dayNumberOf(firstOfNext) - 1
  while (day % WEEK !== TUESDAY) day--
  while (!isTradingDay(calendar, day)) day--
  return day
}

function isTradingDay(calendar: MarketCalendar, day: number): boolean {
  const noon = indiaDayStartMs(day) + 12 * 60 * MINUTE_MS
  return calendar.sessionOf(calendar.sessionNumberAt(noon), { hasDerivatives: true }).ok
}

export function lastTradeMs(day: number): number {
  return indiaDayStartMs(day) + LAST_TRADE_MINUTE * MINUTE_MS
}

/** `23NOV26`, as in the names of contracts. */
export function contractDate(day: number): string {
  const [year, month, date] = isoDay(day).split('-') as [string, string, string]
  return `${date}${MONTHS[Number(month) - 1]}${year.slice(2)}`
}

/** The day of `23NOV2026`; null for anything else. */
export function parseExpiry(text: string): number | null {
  const match = /^(\d{2})([A-Z]{3})(\d{4})$/.exec(text.toUpperCase())
  const month = MONTHS.findIndex((name) => name === match?.[2]) + 1
  if (!match || month === 0) return null
  try {
    return dayNumberOf(`${match[3]}-${String(month).padStart(2, '0')}-${match[1]}`)
  } catch {
    return null
  }
}
