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
  const rows = data.map(readRow)
  return rows.every((row) => row !== null) ? (rows as readonly CandleRow[]) : null
}

function readRow(cells: unknown): CandleRow | null {
  if (!Array.isArray(cells) || cells.length < 6) return null
  const timeMs = isoMs(String(cells[0]))
  const [open, high, low, close] = cells.slice(1, 5).map((rupees) => Math.round(Number(rupees) * 100)) as [
    number,
    number,
    number,
    number,
  ]
  const volume = Number(cells[5])
  if (timeMs === null || timeMs % MINUTE_MS !== 0) return null
  const isSound = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && volume >= 0
  return isSound ? [timeMs, open, high, low, close, volume] : null
}

function columnsOf(rows: readonly CandleRow[]): Bars {
  return {
    timeMs: Float64Array.from(rows, (row) => row[0]),
    openPaise: Int32Array.from(rows, (row) => row[1]),
    highPaise: Int32Array.from(rows, (row) => row[2]),
    lowPaise: Int32Array.from(rows, (row) => row[3]),
    closePaise: Int32Array.from(rows, (row) => row[4]),
    volume: Float64Array.from(rows, (row) => row[5]),
  }
}
