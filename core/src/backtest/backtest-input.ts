import type { MarketCalendar, SessionTraits } from '../calendar/market-calendar.ts'
import type { ChargedProduct } from '../charges/charge-factors.ts'
import type { RateCard } from '../charges/rate-card.ts'
import type { RawBars } from '../check-bars.ts'
import type { FillModel } from '../fills/fill-model.ts'
import type { Instrument } from '../instrument.ts'
import type { Limits } from '../risk/limits.ts'
import type { Strategy } from '../strategies/strategy.ts'
import type { Capital } from './account.ts'

export type BacktestSymbol = {
  readonly instrument: Instrument
  readonly traits: SessionTraits
  readonly bars: RawBars
}

/** Everything a run depends on besides the bars: what a sweep keeps while the parameters change. */
export type TradingRules = {
  readonly capital: Capital
  readonly limits: Limits
  readonly fillModel: FillModel
  readonly product: ChargedProduct
  readonly rateCards: readonly RateCard[]
  readonly calendar: MarketCalendar
  readonly barMs: number
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
