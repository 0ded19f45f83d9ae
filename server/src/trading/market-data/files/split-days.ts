import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { sessionsOfDay } from '@trading-bot/core/history/sessions-of-day'
import { indiaDayNumber, indiaTimeOfDayMs, isoDay, MINUTE_MS } from '@trading-bot/core/time'
import { daySlices } from '../store/day-slices.ts'
import type { StoredInstrument } from '../store/store-days.ts'

type RefusedDays = { readonly reason: string; readonly rows: number }

// Fewer bars than this say nothing about how long they are.
const FEWEST_BARS = 5

/** A symbol's rows by day, and the days that are no one-minute bars of a session. */
export function splitDays(
  bars: Bars,
  instrument: StoredInstrument,
  calendar: MarketCalendar,
): { readonly days: Map<number, Bars>; readonly refused: RefusedDays[] } {
  const days = new Map<number, Bars>()
  const refused: RefusedDays[] = []
  for (const [day, slice] of slicesOf(bars)) {
    const rows = slice.timeMs.length
    const sessions = sessionsOfDay(calendar, day, instrument)
    const isOpen = (atMs: number) => sessions.some(({ openMs, closeMs }) => atMs >= openMs && atMs < closeMs)
    const inside = slice.timeMs.reduce((count, atMs) => count + (isOpen(atMs) ? 1 : 0), 0)
    const stepMinutes = smallestStep(slice.timeMs) / MINUTE_MS
    if (sessions.length === 0) refused.push({ reason: `${isoDay(day)}: the market was closed`, rows })
    else if (inside * 2 < rows) refused.push({ reason: `${isoDay(day)}: ${outsideWords(slice.timeMs)}`, rows })
    else if (rows >= FEWEST_BARS && stepMinutes > 1) {
      const reason = `${isoDay(day)}: a bar every ${stepMinutes} minutes; only bars of one minute or one day are stored`
      refused.push({ reason, rows })
    } else days.set(day, slice)
  }
  return { days, refused }
}

/** Unsorted rows are grouped as they come: what is out of order is found when the day is inspected. */
function slicesOf(bars: Bars): Map<number, Bars> {
  let isSorted = true
  for (let row = 1; row < bars.timeMs.length && isSorted; row++) isSorted = bars.timeMs[row]! >= bars.timeMs[row - 1]!
  if (isSorted) return daySlices(bars)
  const rows = new Map<number, number[]>()
  bars.timeMs.forEach((timeMs, row) => {
    const day = indiaDayNumber(timeMs)
    const own = rows.get(day)
    if (own) own.push(row)
    else rows.set(day, [row])
  })
  return new Map(Array.from(rows, ([day, own]) => [day, pick(bars, own)]))
}

function pick(bars: Bars, rows: readonly number[]): Bars {
  const picked = emptyBars(rows.length)
  for (const field of ['timeMs', 'openPaise', 'highPaise', 'lowPaise', 'closePaise', 'volume'] as const) {
    const [from, into] = [bars[field], picked[field]]
    rows.forEach((row, index) => {
      into[index] = from[row]!
    })
  }
  return picked
}

function smallestStep(timeMs: Float64Array): number {
  let step = Infinity
  for (let row = 1; row < timeMs.length; row++) {
    const gap = Math.abs(timeMs[row]! - timeMs[row - 1]!)
    if (gap > 0 && gap < step) step = gap
  }
  return step === Infinity ? MINUTE_MS : step
}

function outsideWords(timeMs: Float64Array): string {
  const [first, last] = [Math.min(...timeMs), Math.max(...timeMs)].map((atMs) => {
    const minutes = Math.floor(indiaTimeOfDayMs(atMs) / MINUTE_MS)
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  })
  return `bars from ${first} to ${last} India time lie outside market hours; check the time zone`
}
