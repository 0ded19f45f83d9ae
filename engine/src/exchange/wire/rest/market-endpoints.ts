import type { Exchange } from '../../state/exchange.ts'
import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'
import {
  bseListingOf,
  findOrderBook,
  homeBookOf,
  type Segment,
  segmentOf,
  tickerOf,
} from '../../market/bse-listings.ts'
import { readCandles } from '../../market/read-candles.ts'
import { asBody, textOf } from '../format/body-fields.ts'
import { indiaIso } from '../format/india-stamp.ts'
import { parseCandleRange } from './parse-candle-range.ts'
import { ohlcOf, presentQuote, type QuoteMode } from './present-quote.ts'
import type { Endpoint, RestCall } from './rest-call.ts'

const SECURE = '/rest/secure/angelbroking'
const MOST_QUOTES = 50

export const MARKET_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`${SECURE}/order/v1/getLtpData`]: { method: 'POST', limit: 'lastPrice', answer: lastPrice },
  [`${SECURE}/market/v1/quote`]: { method: 'POST', limit: 'quote', answer: quotes },
  [`${SECURE}/historical/v1/getCandleData`]: { method: 'POST', limit: 'candles', answer: candles },
  [`${SECURE}/order/v1/searchScrip`]: { method: 'POST', limit: 'search', answer: search },
  [`${SECURE}/marketData/v1/nseIntraday`]: { method: 'GET', limit: 'intradayLists', answer: intraday('NSE') },
  [`${SECURE}/marketData/v1/bseIntraday`]: { method: 'GET', limit: 'intradayLists', answer: intraday('BSE') },
}

function lastPrice({ wire, body }: RestCall): ExchangeAnswer<unknown> {
  const book = findOrderBook(wire.exchange, textOf(body, 'exchange'), textOf(body, 'symboltoken'))
  if (!book) return refuseWith('AB1018')
  const { quote } = book
  const value = {
    exchange: segmentOf(quote.instrument.token),
    tradingsymbol: quote.instrument.symbol,
    symboltoken: quote.instrument.token,
    ...ohlcOf(quote),
    ltp: quote.lastPaise / 100,
  }
  return { ok: true, value }
}

function quotes({ wire, body }: RestCall): ExchangeAnswer<unknown> {
  const mode = textOf(body, 'mode')
  if (!isQuoteMode(mode)) return refuseWith('AB1004')
  const wanted = Object.entries(asBody(body['exchangeTokens']) ?? {}).flatMap(([exchange, tokens]) =>
    Array.isArray(tokens) ? tokens.map((token) => ({ exchange, token: String(token) })) : [],
  )
  if (wanted.length === 0 || wanted.length > MOST_QUOTES) return refuseWith('AB1004')
  const fetched: unknown[] = []
  const unfetched: unknown[] = []
  for (const { exchange, token } of wanted) {
    const book = findOrderBook(wire.exchange, exchange, token)
    if (book) fetched.push(presentQuote(book, mode))
    else unfetched.push({ exchange, symbolToken: token, ...(token === '' ? EMPTY_TOKEN : UNKNOWN_TOKEN) })
  }
  return { ok: true, value: { fetched, unfetched } }
}

const EMPTY_TOKEN = { message: 'Symbol token cannot be empty', errorCode: 'AB4018' }
const UNKNOWN_TOKEN = { message: 'Failed to get symbol Details', errorCode: 'AB1018' }

function isQuoteMode(mode: string): mode is QuoteMode {
  return mode === 'LTP' || mode === 'OHLC' || mode === 'FULL'
}

function candles({ wire, body }: RestCall): ExchangeAnswer<unknown> {
  const token = textOf(body, 'symboltoken')
  const isListed = textOf(body, 'exchange') === segmentOf(token)
  const book = isListed ? homeBookOf(wire.exchange, token) : undefined
  const range = parseCandleRange(body)
  if (!book || !range) return refuseWith('AB1004')
  const rows = readCandles(wire.exchange, book, range.interval, range).map((candle) => [
    indiaIso(candle.startMs),
    candle.openPaise / 100,
    candle.highPaise / 100,
    candle.lowPaise / 100,
    candle.closePaise / 100,
    book.isIndex ? 0 : candle.volume,
  ])
  return { ok: true, value: rows }
}

function search({ wire, body }: RestCall): ExchangeAnswer<unknown> {
  const text = textOf(body, 'searchscrip').toUpperCase()
  const exchange = textOf(body, 'exchange')
  if (text === '' || (exchange !== 'NSE' && exchange !== 'BSE')) return refuseWith('AB1004')
  const found = listingsAt(wire.exchange, exchange).filter(({ symbol }) => symbol.startsWith(text))
  const value = found.map(({ symbol, token }) => ({ exchange, tradingsymbol: symbol, symboltoken: token }))
  return { ok: true, value }
}

/** What may be traded within the day, and with which leverage. */
function intraday(segment: Segment) {
  return ({ wire: { exchange } }: RestCall): ExchangeAnswer<unknown> => {
    const value = listingsAt(exchange, segment).map(({ symbol }) => ({
      Exchange: segment,
      SymbolName: tickerOf(symbol),
      Multiplier: exchange.rules.intradayLeverage.toFixed(1),
    }))
    return { ok: true, value }
  }
}

function listingsAt(exchange: Exchange, segment: Segment): readonly { symbol: string; token: string }[] {
  const stocks = [...exchange.books.values()].filter(
    ({ isIndex, quote }) => !isIndex && segmentOf(quote.instrument.token) === 'NSE',
  )
  if (segment === 'NSE') return stocks.map(({ quote }) => quote.instrument)
  return stocks.map(bseListingOf).filter((listing) => listing !== null)
}
