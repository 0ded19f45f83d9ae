import type { Exchange } from '../state/exchange.ts'
import type { OrderBook } from '../state/order-book.ts'
import { segmentOf, tickerOf } from '../market/bse-listings.ts'

/** A stock or an index on which NSE has futures and options. */
export type Underlying = { readonly name: string; readonly book: OrderBook }

export function listUnderlyings(exchange: Exchange): readonly Underlying[] {
  return [...exchange.books.values()]
    .filter(({ quote }) => quote.instrument.hasDerivatives && segmentOf(quote.instrument.token) === 'NSE')
    .map((book) => ({ name: nameOf(book), book }))
}

function nameOf({ isIndex, quote: { instrument } }: OrderBook): string {
  return isIndex ? instrument.name : tickerOf(instrument.symbol)
}

/** The day's move in percent. */
export function percentChange({ book: { quote } }: Underlying): number {
  return (quote.lastPaise / quote.previousClosePaise - 1) * 100
}
