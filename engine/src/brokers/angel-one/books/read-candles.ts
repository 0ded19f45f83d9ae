import type { Bars } from '@trading-bot/core/bars'
import type { Instrument } from '@trading-bot/core/instrument'
import { DAY_MS, MINUTE_MS } from '@trading-bot/core/time'
import type { Answer, TimeRange } from '../../../ports.ts'
import { type RequestContext, askFor } from '../requests/ask.ts'
import { isoMs, minuteText } from './india-times.ts'

type CandleRow = readonly [timeMs: number, open: number, high: number, low: number, close: number, volume: number]

// The broker returns at most 30 days of one-minute bars per request.
const PAGE_MS = 30 * DAY_MS

/** One-minute bars that start within the range, fetched in pages. */
export async function readCandles(
  asking: RequestContext,
  instrument: Instrument,
  range: TimeRange,
): Promise<Answer<Bars>> {
  const rows: CandleRow[] = []
  for (let fromMs = range.fromMs; fromMs < range.untilMs; fromMs += PAGE_MS) {
    const untilMs = Math.min(fromMs + PAGE_MS, range.untilMs)
    const body = {
      exchange: 'NSE',
      symboltoken: instrument.token,
      interval: 'ONE_MINUTE',
      fromdate: minuteText(fromMs),
      todate: minuteText(untilMs - 1),
    }
    const page = await askFor(asking, { endpoint: 'candles', body }, readRows)
    if (page.kind !== 'answered') return page
    for (const row of page.value) {
      // Pages may overlap.
      if (row[0] >= fromMs && row[0] < untilMs && row[0] > (rows.at(-1)?.[0] ?? -1)) rows.push(row)
    }
  }
  return { kind: 'answered', value: columnsOf(rows) }
}

function readRows(data: unknown): readonly CandleRow[] | null {
  if (data === null || data === undefined || data === '') return []
  if (!Array.isArray(data)) return null
  const timeOf = candleTimes()
  const rows = data.map((cells) => readRow(cells, timeOf))
  return rows.every((row) => row !== null) ? (rows as readonly CandleRow[]) : null
}

/** A call answers tens of thousands of bars: all of a day share the text of their date, which is read once. */
function candleTimes(): (text: string) => number | null {
  let date = ''
  let startMs: number | null = null
  return (text) => {
    if (text.length !== 25 || !text.endsWith(':00+05:30')) return isoMs(text)
    if (!text.startsWith(date) || date === '') {
      date = text.slice(0, 11)
      startMs = isoMs(`${date}00:00:00+05:30`)
    }
    const digit = (at: number) => text.charCodeAt(at) - 48
    const [hour, minute] = [digit(11) * 10 + digit(12), digit(14) * 10 + digit(15)]
    const isClock = hour >= 0 && hour < 24 && minute >= 0 && minute < 60
    return isClock && startMs !== null ? startMs + (hour * 60 + minute) * MINUTE_MS : isoMs(text)
  }
}

const paiseOf = (rupees: unknown) => Math.round(Number(rupees) * 100)

function readRow(cells: unknown, timeOf: (text: string) => number | null): CandleRow | null {
  if (!Array.isArray(cells) || cells.length < 6) return null
  const timeMs = timeOf(String(cells[0]))
  const [open, high, low, close] = [paiseOf(cells[1]), paiseOf(cells[2]), paiseOf(cells[3]), paiseOf(cells[4])]
  const volume = Number(cells[5])
  if (timeMs === null || timeMs % MINUTE_MS !== 0) return null
  const isSound = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && volume >= 0
  return isSound ? [timeMs, open, high, low, close, volume] : null
}

function columnsOf(rows: readonly CandleRow[]): Bars {
  const { length } = rows
  const prices = () => new Int32Array(length)
  const timeMs = new Float64Array(length)
  const [openPaise, highPaise, lowPaise, closePaise] = [prices(), prices(), prices(), prices()]
  const volume = new Float64Array(length)
  for (const [index, row] of rows.entries()) {
    timeMs[index] = row[0]
    openPaise[index] = row[1]
    highPaise[index] = row[2]
    lowPaise[index] = row[3]
    closePaise[index] = row[4]
    volume[index] = row[5]
  }
  return { timeMs, openPaise, highPaise, lowPaise, closePaise, volume }
}
