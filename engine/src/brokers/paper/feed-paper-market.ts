import type { Paise, Token } from '@trading-bot/core/units'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { FeedInstrument } from '../../feed/instrument-feed.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PaperMarket, PaperQuote } from './paper-market.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

type FeedPaperMarket = PaperMarket & {
  readonly onInstrument: (instrument: FeedInstrument) => void
  /** Must be called with every price of the feed, in order. */
  readonly onPrice: (token: Token, pricePaise: Paise, atMs: number) => void
  readonly symbolOf: (token: Token) => string | undefined
}

/** A paper market on the prices of the live feed. */
export function feedPaperMarket(calendar: MarketCalendar, clock: Clock): FeedPaperMarket {
  const instruments = new Map<string, FeedInstrument>()
  const quotes = new Map<string, Mutable<PaperQuote>>()
  const listeners = new Map<string, Set<() => void>>()
  return {
    onInstrument: (instrument) => void instruments.set(instrument.token, instrument),
    symbolOf: (token) => instruments.get(token)?.symbol,
    onPrice(token, pricePaise, atMs) {
      const barStartMs = atMs - (atMs % MINUTE_MS)
      const quote = quotes.get(token)
      const isOpening = quote?.barStartMs !== barStartMs
      const barOpenPaise = isOpening ? pricePaise : quote.barOpenPaise
      quotes.set(token, { lastPaise: pricePaise, barStartMs, barOpenPaise, isOpening })
      for (const listener of Array.from(listeners.get(token) ?? [])) listener()
    },
    quoteOf: (token) => quotes.get(token) ?? null,
    openUntilMs(token) {
      const instrument = instruments.get(token)
      if (!instrument) return null
      const session = openSessionAt(calendar, clock.nowMs(), instrument)
      return session.ok ? session.value.closeMs : null
    },
    onTrade(token, listener) {
      let listenersOfToken = listeners.get(token)
      if (!listenersOfToken) listeners.set(token, (listenersOfToken = new Set()))
      listenersOfToken.add(listener)
      return () => void listeners.get(token)?.delete(listener)
    },
    // Past bars come from the feed's source, not from the paper market.
    candles: () => null,
  }
}
