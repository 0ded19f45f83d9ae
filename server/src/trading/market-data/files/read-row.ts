import { DAY_MS, INDIA_OFFSET_MS, MINUTE_MS } from '@trading-bot/core/time'
import type { BarColumns } from './bar-columns.ts'
import { openTimeReader, type Zone } from './read-time.ts'

/** Reused for every row, because millions of them pass. */
export type BarRow = {
  symbol: string
  timeMs: number
  openPaise: number
  highPaise: number
  lowPaise: number
  closePaise: number
  volume: number
}

export type RowChoices = {
  readonly zone: Zone
  /** Of a file without a column of symbols. */
  readonly symbol?: string | undefined
}

export type RowReader = {
  /** True for files of one bar a day. */
  readonly isDaily: boolean
  /** Fills the row and answers null, or why it cannot; undefined for a row that is none of our business. */
  readonly read: (cells: readonly string[], row: BarRow) => string | null | undefined
}

const LARGEST_PAISE = 2_000_000_000

/** Reads cells by the recognised columns; or a sentence about what cannot be known. */
export function openRowReader(columns: BarColumns, { zone, symbol }: RowChoices): RowReader | string {
  const { at, isBhavcopy } = columns
  const named = at.symbol ?? at.token
  if (named === undefined && symbol === undefined) return 'it has no column of symbols: name the symbol it belongs to.'
  const times = openTimeReader(zone)
  const timeOf = (cells: readonly string[]): number | null => {
    if (at.datetime !== undefined) return times.whole(cells[at.datetime] ?? '')
    const date = cells[at.date!] ?? ''
    return at.time === undefined ? times.whole(date) : times.dateAndTime(date, cells[at.time] ?? '')
  }
  return {
    isDaily: isBhavcopy,
    read(cells, row) {
      if (isBhavcopy && cells[at.series ?? -1] !== 'EQ') return undefined
      if (cells.length < columns.names.length) return `it has ${cells.length} of ${columns.names.length} columns`
      const name = named === undefined ? symbol! : cells[named]!
      if (name === '') return 'the symbol is missing'
      row.symbol = isBhavcopy ? `${name}-EQ` : name
      const timeMs = timeOf(cells)
      if (timeMs === null) return 'the time is not understood'
      if (timeMs % MINUTE_MS !== 0) return 'the time is not a whole minute'
      if (timeMs < 0 || timeMs > 4_102_444_800_000) return 'the time is outside 1970 to 2100'
      row.timeMs = timeMs
      row.openPaise = paiseOf(cells[at.open!]!)
      row.highPaise = paiseOf(cells[at.high!]!)
      row.lowPaise = paiseOf(cells[at.low!]!)
      row.closePaise = paiseOf(cells[at.close!]!)
      const largest = row.openPaise + row.highPaise + row.lowPaise + row.closePaise
      if (!Number.isFinite(largest)) return 'a price is not a number'
      if (Math.abs(largest) > LARGEST_PAISE) return 'a price is too large'
      const shares = cells[at.volume!]!
      row.volume = shares === '' ? Number.NaN : Math.round(Number(shares))
      if (!(row.volume >= 0) || row.volume > 2 ** 47) return 'the volume is not a number of shares'
      return null
    },
  }
}

function paiseOf(cell: string): number {
  return cell === '' ? Number.NaN : Math.round(Number(cell) * 100)
}

/** A bar at India midnight is a day's. */
export function isMidnight(timeMs: number): boolean {
  return (timeMs + INDIA_OFFSET_MS) % DAY_MS === 0
}
