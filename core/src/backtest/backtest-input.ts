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

export type BacktestInput = TradingRules & {
  readonly strategy: Strategy
  /** As the form or the sweep gives them; absent ones take their default. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly symbols: readonly BacktestSymbol[]
  /** Bars that may be missing in a row within a session; any number where it is not said. */
  readonly maxGapBars?: number
}
