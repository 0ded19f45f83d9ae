import type { Bars } from '../bars.ts'
import type { Interval } from '../intervals/interval.ts'
import type { OrderTerms } from '../trading/order-terms.ts'
import type { Slot } from '../trading/trading-account.ts'
import type { CloseRanges } from './close-ranges.ts'

/** One symbol's bars and signals with its position in the run. */
export type Series = {
  readonly slot: Slot
  /** One-minute bars. */
  readonly bars: Bars
  /** Bars that the signals were decided on. */
  readonly interval: Interval
  /** Signal bits per minute; a longer bar's signal is at the minute that decides. */
  readonly signals: Uint8Array
  /** The same memory read four bars at a time, to skip bars without signals. */
  readonly signalWords: Int32Array
  /** What the strategy names with its orders, by bar; null if it names nothing. */
  readonly sizes: ReadonlyMap<number, OrderTerms> | null
  /** Null if the equity curve is recorded, because every bar is then valued separately. */
  readonly ranges: CloseRanges | null
  /** Index of the next bar. */
  cursor: number
}

export type MinuteSignals = { readonly interval: Interval; readonly signals: Uint8Array }

/** `signals` must start at offset 0 of its buffer. */
export function openSeries(
  slot: Slot,
  bars: Bars,
  { interval, signals }: MinuteSignals,
  ranges: CloseRanges | null = null,
): Series {
  const signalWords = new Int32Array(signals.buffer, 0, signals.length >> 2)
  return { slot, bars, interval, signals, signalWords, sizes: null, ranges, cursor: 0 }
}
