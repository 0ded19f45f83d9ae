import type { OrderSide } from '@trading-bot/core/order'
import { depthOf } from '../depth-of.ts'
import type { Exchange } from '../exchange.ts'
import type { Pit } from '../pit.ts'
import { priceBand } from '../price-band.ts'
import { averagePaise, type Quote } from '../quote.ts'
import { yearRange } from '../year-range.ts'
import { indiaStamp } from './india-stamp.ts'

export type QuoteMode = 'LTP' | 'OHLC' | 'FULL'

/** One `fetched` item of the batch quote; prices are rupees as numbers. */
export function presentQuote(exchange: Exchange, pit: Pit, mode: QuoteMode) {
  const { quote } = pit
  const ltp = {
    exchange: 'NSE',
    tradingSymbol: quote.instrument.symbol,
    symbolToken: quote.instrument.token,
    ltp: quote.lastPaise / 100,
  }
  if (mode === 'LTP') return ltp
  const prices = { ...ltp, ...ohlcOf(quote) }
  return mode === 'OHLC' ? prices : { ...prices, ...fullOf(exchange, pit) }
}

export function ohlcOf(quote: Quote) {
  return {
    open: quote.openPaise / 100,
    high: quote.highPaise / 100,
    low: quote.lowPaise / 100,
    close: quote.previousClosePaise / 100,
  }
}

function fullOf(exchange: Exchange, pit: Pit) {
  const { quote } = pit
  const changePaise = quote.lastPaise - quote.previousClosePaise
  const band = priceBand(quote)
  const year = yearRange(exchange, pit)
  const buy = depth(quote, 'BUY')
  const sell = depth(quote, 'SELL')
  return {
    lastTradeQty: quote.lastQuantity,
    exchFeedTime: indiaStamp(quote.lastMs),
    exchTradeTime: indiaStamp(quote.lastMs),
    netChange: changePaise / 100,
    percentChange: Math.round((changePaise / quote.previousClosePaise) * 10_000) / 100,
    avgPrice: averagePaise(quote) / 100,
    tradeVolume: pit.isIndex ? 0 : quote.dayVolume,
    opnInterest: 0,
    lowerCircuit: band.lowerPaise / 100,
    upperCircuit: band.upperPaise / 100,
    totBuyQuan: buy.reduce((sum, level) => sum + level.quantity, 0),
    totSellQuan: sell.reduce((sum, level) => sum + level.quantity, 0),
    '52WeekLow': year.lowPaise / 100,
    '52WeekHigh': year.highPaise / 100,
    depth: { buy, sell },
  }
}

function depth(quote: Quote, side: OrderSide) {
  return depthOf(quote, side).map(({ pricePaise, quantity, orders }) => ({ price: pricePaise / 100, quantity, orders }))
}
