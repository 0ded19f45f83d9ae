import type { OrderSide } from '@trading-bot/core/order'
import { segmentOf } from '../../market/bse-listings.ts'
import { depthOf } from '../../matching/depth-of.ts'
import type { OrderBook } from '../../state/order-book.ts'
import { priceBand } from '../../state/price-band.ts'
import { averagePaise, type Quote } from '../../state/quote.ts'
import { indiaStamp } from '../format/india-stamp.ts'

export type QuoteMode = 'LTP' | 'OHLC' | 'FULL'

/** One `fetched` item of the batch quote; prices are rupees as numbers. */
export function presentQuote(book: OrderBook, mode: QuoteMode) {
  const { quote } = book
  const ltp = {
    exchange: segmentOf(quote.instrument.token),
    tradingSymbol: quote.instrument.symbol,
    symbolToken: quote.instrument.token,
    ltp: quote.lastPaise / 100,
  }
  if (mode === 'LTP') return ltp
  const prices = { ...ltp, ...ohlcOf(quote) }
  return mode === 'OHLC' ? prices : { ...prices, ...fullOf(book) }
}

export function ohlcOf(quote: Quote) {
  return {
    open: quote.openPaise / 100,
    high: quote.highPaise / 100,
    low: quote.lowPaise / 100,
    close: quote.previousClosePaise / 100,
  }
}

function fullOf(book: OrderBook) {
  const { quote } = book
  const changePaise = quote.lastPaise - quote.previousClosePaise
  const band = priceBand(book)
  const buy = depth(book, 'BUY')
  const sell = depth(book, 'SELL')
  return {
    lastTradeQty: quote.lastQuantity,
    exchFeedTime: indiaStamp(quote.lastMs),
    exchTradeTime: indiaStamp(quote.lastMs),
    netChange: changePaise / 100,
    percentChange: Math.round((changePaise / quote.previousClosePaise) * 10_000) / 100,
    avgPrice: averagePaise(quote) / 100,
    tradeVolume: book.isIndex ? 0 : quote.dayVolume,
    opnInterest: 0,
    lowerCircuit: band.lowerPaise / 100,
    upperCircuit: band.upperPaise / 100,
    totBuyQuan: buy.reduce((sum, level) => sum + level.quantity, 0),
    totSellQuan: sell.reduce((sum, level) => sum + level.quantity, 0),
    '52WeekLow': quote.yearLowPaise / 100,
    '52WeekHigh': quote.yearHighPaise / 100,
    depth: { buy, sell },
  }
}

function depth(book: OrderBook, side: OrderSide) {
  return depthOf(book, side).map(({ pricePaise, quantity, orders }) => ({ price: pricePaise / 100, quantity, orders }))
}
