import type { DayShape } from './day-shape.ts'

/** The hashes that a factor's variance comes from: its own, and for a sector or a company the market's as well. */
export type ClockKeys = { readonly own: number; readonly market: number | null }

/**
 * How fast time passes for prices: where the clock runs twice as fast, they vary twice as much. It comes from other
 * hashes than the moves and knows nothing of them, so that volatility may be predictable while returns are not.
 */
export type VarianceClock = {
  /** Relative variance of a block of twelve weeks, one on average. */
  readonly weighBlock: (keys: ClockKeys, block: number) => number
  /** Writes the relative variance of the days from the first one on. */
  readonly weighDays: (keys: ClockKeys, firstDay: number, weights: Float64Array) => void
  /** Writes the weight of the night into row 0 and of every quarter of an hour into the rows after it, without jumps. */
  readonly weighQuarters: (keys: ClockKeys, shape: DayShape, weights: Float64Array) => void
  /** Writes the weight of a quarter's minutes up to the end of each, from row 1 on; a silent minute has none. */
  readonly weighMinutes: (key: number, minutes: number, silent: number, totals: Float64Array) => void
  /** News: a minute with the weight of so many, and how seldom. */
  readonly jumpMinutes: number
  readonly jumpChance: number
  /** Shares of a minute by its place in the session (0 to 1), by luck (around 1) and by its volatility (around 1). */
  readonly volume: (shares: number, place: number, luck: number, volatility: number) => number
}
