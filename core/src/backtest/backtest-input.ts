import type { SessionTraits } from '../calendar/market-calendar.ts'
import type { RawBars } from '../check-bars.ts'
import type { Instrument } from '../instrument.ts'
import type { Strategy } from '../strategies/strategy.ts'
import type { OrderTerms } from '../trading/order-terms.ts'
import type { TradingRules } from '../trading/trading-rules.ts'

export type BacktestSymbol = {
  readonly instrument: Instrument
  readonly traits: SessionTraits
  /** One-minute bars, whatever the interval of the strategy. */
  readonly bars: RawBars
}

/** The strategy's metadata that the kernel needs; its signals may also come from a script. */
export type RunStrategy = Omit<Strategy, 'botType'> & { readonly botType: string }

/** A script's signals for the same one-minute bars, by symbol. */
export type Decided = {
  readonly signals: readonly Uint8Array[]
  /** Quantities and prices that the script named with its orders, by bar. */
  readonly sizes: readonly ReadonlyMap<number, OrderTerms>[]
}

export type BacktestInput = TradingRules & {
  readonly strategy: RunStrategy
  /** Replaces the strategy's own signals. */
  readonly decided?: Decided
  /** Parameters from the form or the sweep; missing ones use their default. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly symbols: readonly BacktestSymbol[]
  /** Most bars that may be missing in a row within a session; unlimited by default. */
  readonly maxGapBars?: number
}
