import type { Paise, Token } from '@trading-bot/core/units'
import type { Bars } from '@trading-bot/core/bars'
import type { Instrument } from '@trading-bot/core/instrument'
import type { TimeRange } from '../../ports.ts'
import type { Cancel } from '../../ports/timers.ts'

export type PaperQuote = {
  readonly lastPaise: Paise
  /** The one-minute bar of the last trade. */
  readonly barStartMs: number
  readonly barOpenPaise: Paise
  /** True if the last trade is the first of its bar. */
  readonly isOpening: boolean
}

/** Prices that paper orders are filled at; all paper accounts share one market. */
export type PaperMarket = {
  readonly quoteOf: (token: Token) => PaperQuote | null
  /** End of the instrument's current session; null when the market is closed. */
  readonly openUntilMs: (token: Token) => number | null
  /** Calls back after this instrument's quote has changed. */
  readonly onTrade: (token: Token, listener: () => void) => Cancel
  readonly candles: (instrument: Instrument, range: TimeRange) => Bars | null
}
