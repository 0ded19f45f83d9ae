import type { SessionTraits } from '../calendar/market-calendar.ts'
import type { RawBars } from '../check-bars.ts'
import type { Instrument } from '../instrument.ts'
import type { Strategy } from '../strategies/strategy.ts'
import type { TradingRules } from '../trading/trading-rules.ts'

export type BacktestSymbol = {
  readonly instrument: Instrument
  readonly traits: SessionTraits
  readonly bars: RawBars
}

/** The kernel needs a strategy's words; what it decides may also come from a script. */
export type RunStrategy = Omit<Strategy, 'botType'> & { readonly botType: string }

/** Decisions that a script took over the same bars, by symbol. */
export type Decided = {
  readonly signals: readonly Uint8Array[]
  /** Shares that an order named, by bar: an entry takes no more than these. */
  readonly sizes: readonly ReadonlyMap<number, number>[]
}

export type BacktestInput = TradingRules & {
  readonly strategy: RunStrategy
  /** In place of the strategy's own decisions. */
  readonly decided?: Decided
  /** As the form or the sweep gives them; absent ones take their default. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly symbols: readonly BacktestSymbol[]
  /** Bars that may be missing in a row within a session; any number where it is not said. */
  readonly maxGapBars?: number
}
