import { indiaDayNumber, indiaTimeOfDayMs, isoDay } from '@trading-bot/core/time'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `21-Jun-2026 10:46:10`, the format of order times and quotes. */
export function indiaStamp(atMs: number): string {
  const [year, month, day] = isoDay(indiaDayNumber(atMs)).split('-')
  return `${day}-${MONTHS[Number(month) - 1]}-${year} ${indiaClock(atMs)}`
}

/** `10:46:10`, the format of trades. */
export function indiaClock(atMs: number): string {
  const seconds = Math.floor(indiaTimeOfDayMs(atMs) / 1_000)
  const minutes = Math.floor(seconds / 60)
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
}

/** `2026-06-21T10:46:10+05:30`, the format of candles. */
export function indiaIso(atMs: number): string {
  return `${isoDay(indiaDayNumber(atMs))}T${indiaClock(atMs)}+05:30`
}

function twoDigits(part: number): string {
  return part < 10 ? `0${part}` : String(part)
}
