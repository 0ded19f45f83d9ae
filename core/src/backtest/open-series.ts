import type { Bars } from '../bars.ts'
import type { Slot } from '../trading/trading-account.ts'
import type { CloseRanges } from './close-ranges.ts'

/** One symbol's bars and signals on their way through the clock. */
export type Series = {
  readonly slot: Slot
  readonly bars: Bars
  /** Signal bits per bar. */
  readonly signals: Uint8Array
  /** The same memory four bars at a time, to pass over bars without signals. */
  readonly signalWords: Int32Array
  /** Shares named by orders, by bar; null where sizes are left to the account. */
  readonly sizes: ReadonlyMap<number, number> | null
  /** Null where the whole equity curve is drawn and every bar is valued by itself. */
  readonly ranges: CloseRanges | null
  /** The next bar. */
  cursor: number
}

/** `signals` must own its buffer from the start. */
export function openSeries(slot: Slot, bars: Bars, signals: Uint8Array, ranges: CloseRanges | null = null): Series {
  const signalWords = new Int32Array(signals.buffer, 0, signals.length >> 2)
  return { slot, bars, signals, signalWords, sizes: null, ranges, cursor: 0 }
}
