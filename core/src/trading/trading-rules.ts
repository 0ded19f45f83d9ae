import type { MarketCalendar } from '../calendar/market-calendar.ts'
import type { ChargedProduct } from '../charges/charge-factors.ts'
import type { RateCard } from '../charges/rate-card.ts'
import type { FillModel } from '../fills/fill-model.ts'
import type { Interval } from '../intervals/interval.ts'
import type { Limits } from '../risk/limits.ts'
import type { Capital } from './trading-account.ts'

/** Everything that a run depends on besides bars and parameters; constant during a sweep. */
export type TradingRules = {
  readonly capital: Capital
  readonly limits: Limits
  /** Symbols in which the account's owner wants no new positions; none by default. */
  readonly excludedSymbols?: readonly string[]
  readonly fillModel: FillModel
  readonly product: ChargedProduct
  readonly rateCards: readonly RateCard[]
  readonly calendar: MarketCalendar
  /** Bars that the strategy decides on. Stops, targets and fills always walk one-minute bars. */
  readonly interval: Interval
}
