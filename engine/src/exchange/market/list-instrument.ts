import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import type { Exchange } from '../state/exchange.ts'
import { openOrderBook } from '../state/order-book.ts'
import { quoteAt } from './quote-at.ts'

/** Begins to quote an instrument that was not listed yet. Its ticks start within two minutes. */
export function listInstrument(exchange: Exchange, instrument: SimulatedInstrument): void {
  if (exchange.books.has(instrument.token)) return
  const quote = quoteAt(exchange.market, instrument, exchange.clock.nowMs())
  exchange.books.set(instrument.token, openOrderBook(quote, false))
}
