import type { Exchange } from '../state/exchange.ts'
import { openOrderBook, type OrderBook } from '../state/order-book.ts'

export type Segment = 'NSE' | 'BSE'

/** Stocks that are listed at the BSE as well, with their numbers there. */
const BSE_TOKENS: Readonly<Record<string, string>> = {
  AXISBANK: '532215',
  BHARTIARTL: '532454',
  HDFCBANK: '500180',
  HINDUNILVR: '500696',
  ICICIBANK: '532174',
  INFY: '500209',
  ITC: '500875',
  KOTAKBANK: '500247',
  LT: '500510',
  RELIANCE: '500325',
  SBIN: '500112',
  TATASTEEL: '500470',
  TCS: '532540',
}
const TICKERS = new Map(Object.entries(BSE_TOKENS).map(([ticker, token]) => [token, ticker]))

export function segmentOf(token: string): Segment {
  return TICKERS.has(token) ? 'BSE' : 'NSE'
}

export function tickerOf(symbol: string): string {
  return symbol.replace(/-EQ$/, '')
}

/** The number and name at the BSE of a stock of the NSE. */
export function bseListingOf(book: OrderBook): { readonly token: string; readonly symbol: string } | null {
  const symbol = tickerOf(book.quote.instrument.symbol)
  const token = BSE_TOKENS[symbol]
  return token === undefined || book.isIndex ? null : { token, symbol }
}

/**
 * The order book of a token. One at the BSE is opened when it is first asked for: its prices are those of the NSE, its
 * orders its own.
 */
export function findOrderBook(exchange: Exchange, segment: string, token: string): OrderBook | undefined {
  if (segment !== segmentOf(token)) return undefined
  const found = exchange.books.get(token)
  if (found || segment === 'NSE') return found
  const home = homeBookOf(exchange, token)
  if (!home) return undefined
  const instrument = { ...home.quote.instrument, token, symbol: TICKERS.get(token)! }
  home.mirror = openOrderBook({ ...home.quote, instrument }, false)
  exchange.books.set(token, home.mirror)
  return home.mirror
}

/** The book whose prices a book shows: for a listing at the BSE that of the NSE, else its own. */
export function homeBookOf(exchange: Exchange, token: string): OrderBook | undefined {
  const ticker = TICKERS.get(token)
  if (ticker === undefined) return exchange.books.get(token)
  return [...exchange.books.values()].find(({ quote }) => quote.instrument.symbol === `${ticker}-EQ`)
}
