import type { Bars } from '@trading-bot/core/bars'
import type { Instrument } from '@trading-bot/core/instrument'
import type { TimeRange } from '../../ports.ts'
import type { Cancel } from '../../ports/timers.ts'

export type PaperQuote = {
  readonly lastPaise: number
  /** The one-minute bar that the last trade belongs to. */
  readonly barStartMs: number
  readonly barOpenPaise: number
  /** The last trade is the bar's first. */
  readonly isOpening: boolean
}

/** The prices that paper orders are filled by; one market serves every paper account. */
export type PaperMarket = {
  readonly quoteOf: (token: string) => PaperQuote | null
  /** End of the session that trades this instrument now; null when none does. */
  readonly openUntilMs: (token: string) => number | null
  /** Told after this instrument's quote has changed. */
  readonly onTrade: (token: string, listener: () => void) => Cancel
  readonly candles: (instrument: Instrument, range: TimeRange) => Bars | null
}
