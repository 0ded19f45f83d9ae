import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import type { DayStatus } from '@trading-bot/core/history/inspect-day'
import type { Interval } from '@trading-bot/core/intervals/interval'
import type { MarketSeed } from '@trading-bot/core/simulated-market/market-seed'
import type { Source } from './store/bar-store.ts'
import type { StoredInstrument } from './store/store-days.ts'

export type HistoryOptions = {
  readonly interval: Interval
  /** Prices as if the corporate actions up to the range's end had always applied; else the prices that traded. */
  readonly adjusted: boolean
  /** The simulated market is computed on demand and never stored. */
  readonly market?: 'stored' | 'simulated'
  /** Also days that are suspect. */
  readonly withSuspects?: boolean
}

export type CoveredDay = {
  readonly day: number
  readonly status: DayStatus | 'missing'
  /** Null when nothing is read of this day. */
  readonly source: Source | 'simulated' | null
}

export type SymbolHistory = {
  readonly instrument: StoredInstrument
  readonly traits: SessionTraits
  readonly bars: Bars
  /** The bars at the prices that traded; the same object where no corporate action changed them. */
  readonly traded: Bars
  /** Every day of the range on which the market was open. */
  readonly days: readonly CoveredDay[]
}

export type History = {
  readonly symbols: readonly SymbolHistory[]
  /** The sessions that these bars belong to. */
  readonly calendar: MarketCalendar
  /** True for invented prices, whoever served them. */
  readonly isSimulated: boolean
  /** What computed bars grew from. */
  readonly marketSeed?: Required<MarketSeed>
  readonly dataHash: string
}
