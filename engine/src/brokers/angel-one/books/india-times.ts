import {
  dayNumberOf,
  indiaDayNumber,
  indiaDayStartMs,
  indiaTimeOfDayMs,
  isoDay,
  MINUTE_MS,
} from '@trading-bot/core/time'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses `21-Jun-2026 10:46:10` in India time; null if invalid. */
export function stampMs(text: string): number | null {
  const match = /^(\d{2})-([A-Za-z]{3})-(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text)
  if (!match) return null
  const month = MONTHS.indexOf((match[2] as string).toLowerCase()) + 1
  const day = realDay(`${match[3]}-${String(month).padStart(2, '0')}-${match[1]}`)
  return day === null ? null : onDay(day, match[4] as string)
}

/** Parses `10:46:10` on the India day of an instant; full timestamps are accepted too. */
export function clockMs(text: string, nowMs: number): number | null {
  return /^\d{2}:\d{2}:\d{2}$/.test(text) ? onDay(indiaDayNumber(nowMs), text) : stampMs(text)
}

/** Parses `2026-06-21T10:46:10+05:30`, the format of candles. */
export function isoMs(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?\+05:?30$/.exec(text)
  const day = match && realDay(match[1] as string)
  return match && day !== null ? onDay(day, match[2] as string) : null
}

/** Formats `2026-06-21 10:46`, as candle requests need it. */
export function minuteText(atMs: number): string {
  const minutes = Math.floor(indiaTimeOfDayMs(atMs) / MINUTE_MS)
  const time = [minutes / 60, minutes % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
  return `${isoDay(indiaDayNumber(atMs))} ${time}`
}

function realDay(iso: string): number | null {
  try {
    return dayNumberOf(iso)
  } catch {
    return null
  }
}

function onDay(dayNumber: number, clock: string): number | null {
  const [hour, minute, second] = clock.split(':').map(Number) as [number, number, number]
  if (hour > 23 || minute > 59 || second > 59) return null
  return indiaDayStartMs(dayNumber) + (hour * 3_600 + minute * 60 + second) * 1_000
}
