import type { Paise } from '@trading-bot/core/units'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { Exchange } from '../../exchange/state/exchange.ts'
import type { OrderBook } from '../../exchange/state/order-book.ts'
import { readCandles } from '../../exchange/market/read-candles.ts'
import type { PaperMarket, PaperQuote } from './paper-market.ts'

type RunningBar = { readonly startMs: number; readonly openPaise: Paise; readonly firstSequence: number }

/** A paper market on the simulated exchange of this process. */
export function exchangePaperMarket(exchange: Exchange): PaperMarket {
  const bars = new Map<string, RunningBar>()

  exchange.tickListeners.add(({ quote }) => {
    const startMs = minuteOf(quote.lastMs)
    if (bars.get(quote.instrument.token)?.startMs === startMs) return
    bars.set(quote.instrument.token, { startMs, openPaise: quote.lastPaise, firstSequence: quote.sequence })
  })
  const barOf = (book: OrderBook): RunningBar => {
    const startMs = minuteOf(book.quote.lastMs)
    const known = bars.get(book.quote.instrument.token)
    if (known?.startMs === startMs) return known
    // Subscribed after the minute began, so its open is read from the tape.
    const [candle] = readCandles(exchange, book, '1m', { fromMs: startMs, toMs: startMs })
    const bar = { startMs, openPaise: candle?.openPaise ?? book.quote.lastPaise, firstSequence: -1 }
    bars.set(book.quote.instrument.token, bar)
    return bar
  }

  return {
    quoteOf(token): PaperQuote | null {
      const book = exchange.books.get(token)
      if (!book) return null
      const { startMs, openPaise, firstSequence } = barOf(book)
      const isOpening = book.quote.sequence === firstSequence
      return { lastPaise: book.quote.lastPaise, barStartMs: startMs, barOpenPaise: openPaise, isOpening }
    },
    openUntilMs(token) {
      const book = exchange.books.get(token)
      if (!book) return null
      const session = openSessionAt(exchange.calendar, exchange.clock.nowMs(), book.quote.instrument)
      return session.ok ? session.value.closeMs : null
    },
    onTrade(token, listener) {
      const onTick = (book: OrderBook) => {
        if (book.quote.instrument.token === token) listener()
      }
      exchange.tickListeners.add(onTick)
      return () => void exchange.tickListeners.delete(onTick)
    },
    candles({ token }, { fromMs, untilMs }) {
      const book = exchange.books.get(token)
      if (!book) return null
      const wholeMs = exchange.clock.nowMs() - (exchange.clock.nowMs() % MINUTE_MS)
      const range = { fromMs, untilMs: Math.max(fromMs, Math.min(untilMs, wholeMs)) }
      const bars = simulateBars(exchange.market, book.quote.instrument, range)
      return bars.ok ? bars.value : null
    },
  }
}

function minuteOf(atMs: number): number {
  return atMs - (atMs % MINUTE_MS)
}
