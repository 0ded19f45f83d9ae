import type { Exchange } from '../../exchange.ts'
import type { OrderBook } from '../../matching/order-book.ts'

/** A row of the instrument master: all values are strings, the tick size is in paise. */
export function presentMaster(exchange: Exchange) {
  return [...exchange.books.values()].map((book) => presentInstrument(book))
}

function presentInstrument(book: OrderBook) {
  const { instrument } = book.quote
  return {
    token: instrument.token,
    symbol: instrument.symbol,
    name: book.isIndex ? instrument.name : instrument.symbol.replace(/-EQ$/, ''),
    expiry: '',
    strike: '-1.000000',
    lotsize: String(instrument.lotSize),
    instrumenttype: book.isIndex ? 'AMXIDX' : '',
    exch_seg: 'NSE',
    tick_size: instrument.tickPaise.toFixed(6),
  }
}
