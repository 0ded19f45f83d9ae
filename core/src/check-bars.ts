// The door for bars. Behind it every price is a positive whole paisa, every time rises and no number is missing,
// so that nothing further in has to look again.

import type { Bars } from './bars.ts'
import { accept, type Checked, refuse } from './checked.ts'

/** Columns as they arrive from a file, a broker or a generator: any array of numbers will do. */
export type RawBars = { readonly [Field in keyof Bars]: ArrayLike<number> }

const BAR_REFUSALS = {
  EMPTY_SERIES: 'The series holds no bar.',
  UNEQUAL_LENGTHS: 'The columns differ in length.',
  NOT_A_NUMBER: 'A value is missing or is not a number.',
  NOT_WHOLE_PAISE: 'A price is not a whole number of paise.',
  PRICE_NOT_POSITIVE: 'A price is zero or negative.',
  PRICE_TOO_LARGE: 'A price is above two crore rupees.',
  HIGH_BELOW_LOW: 'The high is below the low.',
  OUTSIDE_RANGE: 'The open or the close lies outside low to high.',
  NEGATIVE_VOLUME: 'The volume is negative.',
  DUPLICATE_TIME: 'Two bars begin at the same time.',
  OUT_OF_ORDER: 'A bar begins before the one in front of it.',
} as const

export type BarRefusalCode = keyof typeof BAR_REFUSALS

const PRICE_COLUMNS = ['openPaise', 'highPaise', 'lowPaise', 'closePaise'] as const
const COLUMNS = ['timeMs', ...PRICE_COLUMNS, 'volume'] as const

// Prices are kept in 32-bit columns.
const MAX_PRICE_PAISE = 2_000_000_000

/** The bars themselves when they already are typed columns, else a typed copy; or the first fault, by row. */
export function checkBars(raw: RawBars): Checked<Bars, BarRefusalCode> {
  const length = raw.timeMs.length
  for (const field of COLUMNS) {
    if (raw[field].length !== length) return fault('UNEQUAL_LENGTHS', field, Math.min(length, raw[field].length))
  }
  if (length === 0) return fault('EMPTY_SERIES', 'timeMs', null)
  for (let i = 0; i < length; i++) {
    const found = faultOfRow(raw, i)
    if (found !== null) return fault(found.code, found.field, i)
  }
  return accept(isTyped(raw) ? raw : typedCopy(raw))
}

type RowFault = { readonly code: BarRefusalCode; readonly field: keyof Bars }

function faultOfRow(raw: RawBars, i: number): RowFault | null {
  const timeMs = raw.timeMs[i]!
  const open = raw.openPaise[i]!
  const high = raw.highPaise[i]!
  const low = raw.lowPaise[i]!
  const close = raw.closePaise[i]!
  // One cheap pass for the usual row; the slow look for a name happens only when something is wrong.
  const isSound =
    Number.isFinite(timeMs) &&
    raw.volume[i]! >= 0 &&
    raw.volume[i]! < Infinity &&
    low > 0 &&
    open >= low &&
    close >= low &&
    open <= high &&
    close <= high &&
    high <= MAX_PRICE_PAISE &&
    Number.isInteger(open) &&
    Number.isInteger(high) &&
    Number.isInteger(low) &&
    Number.isInteger(close) &&
    (i === 0 || timeMs > raw.timeMs[i - 1]!)
  return isSound ? null : nameFault(raw, i)
}

function nameFault(raw: RawBars, i: number): RowFault {
  for (const field of COLUMNS) {
    if (!Number.isFinite(raw[field][i])) return { code: 'NOT_A_NUMBER', field }
  }
  for (const field of PRICE_COLUMNS) {
    const price = raw[field][i]!
    if (price <= 0) return { code: 'PRICE_NOT_POSITIVE', field }
    if (!Number.isInteger(price)) return { code: 'NOT_WHOLE_PAISE', field }
    if (price > MAX_PRICE_PAISE) return { code: 'PRICE_TOO_LARGE', field }
  }
  if (raw.highPaise[i]! < raw.lowPaise[i]!) return { code: 'HIGH_BELOW_LOW', field: 'highPaise' }
  for (const field of ['openPaise', 'closePaise'] as const) {
    const price = raw[field][i]!
    if (price > raw.highPaise[i]! || price < raw.lowPaise[i]!) return { code: 'OUTSIDE_RANGE', field }
  }
  if (raw.volume[i]! < 0) return { code: 'NEGATIVE_VOLUME', field: 'volume' }
  const isDuplicate = raw.timeMs[i] === raw.timeMs[i - 1]
  return { code: isDuplicate ? 'DUPLICATE_TIME' : 'OUT_OF_ORDER', field: 'timeMs' }
}

function fault(code: BarRefusalCode, field: keyof Bars, barIndex: number | null): Checked<Bars, BarRefusalCode> {
  const where = barIndex === null ? '' : ` (${field} of bar ${barIndex})`
  return refuse(code, field, `${BAR_REFUSALS[code].slice(0, -1)}${where}.`, barIndex)
}

function isTyped(raw: RawBars): raw is Bars {
  return (
    raw.timeMs instanceof Float64Array &&
    raw.volume instanceof Float64Array &&
    PRICE_COLUMNS.every((field) => raw[field] instanceof Int32Array)
  )
}

function typedCopy(raw: RawBars): Bars {
  return {
    timeMs: Float64Array.from(raw.timeMs),
    openPaise: Int32Array.from(raw.openPaise),
    highPaise: Int32Array.from(raw.highPaise),
    lowPaise: Int32Array.from(raw.lowPaise),
    closePaise: Int32Array.from(raw.closePaise),
    volume: Float64Array.from(raw.volume),
  }
}
