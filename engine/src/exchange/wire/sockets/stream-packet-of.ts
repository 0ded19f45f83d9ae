import {
  type DepthLevel,
  NSE_CASH,
  STREAM_MODE,
  type StreamMode,
  type StreamPacket,
} from '../../../smart-stream/stream-packet.ts'
import { type Segment, segmentOf } from '../../market/bse-listings.ts'
import { depthOf } from '../../matching/depth-of.ts'
import type { OrderBook } from '../../state/order-book.ts'
import { priceBand } from '../../state/price-band.ts'
import { averagePaise, type Quote } from '../../state/quote.ts'

/** The wire's numbers for the cash markets. */
export const EXCHANGE_TYPES: Readonly<Record<Segment, number>> = { NSE: NSE_CASH, BSE: 3 }

/** An instrument's quote as a feed packet of the given mode. */
export function streamPacketOf(book: OrderBook, mode: StreamMode): StreamPacket {
  const { quote, isIndex } = book
  if (mode === STREAM_MODE.LTP) return ltpPacket(quote)
  // An index has prices but no trades.
  const buys = isIndex ? [] : depthOf(book, 'BUY')
  const sells = isIndex ? [] : depthOf(book, 'SELL')
  return mode === STREAM_MODE.QUOTE ? quotePacket(book, buys, sells) : snapPacket(book, buys, sells)
}

// Flat literals for speed, as in the decoder, because one is made for every tick.
function ltpPacket(quote: Quote): StreamPacket {
  return {
    mode: STREAM_MODE.LTP,
    exchangeType: EXCHANGE_TYPES[segmentOf(quote.instrument.token)],
    token: quote.instrument.token,
    sequence: quote.sequence,
    exchangeTimeMs: quote.lastMs,
    lastPaise: quote.lastPaise,
  }
}

type Levels = readonly DepthLevel[]

function quotePacket({ quote, isIndex }: OrderBook, buys: Levels, sells: Levels): StreamPacket {
  return {
    mode: STREAM_MODE.QUOTE,
    exchangeType: EXCHANGE_TYPES[segmentOf(quote.instrument.token)],
    token: quote.instrument.token,
    sequence: quote.sequence,
    exchangeTimeMs: quote.lastMs,
    lastPaise: quote.lastPaise,
    lastQuantity: isIndex ? 0 : quote.lastQuantity,
    averagePaise: isIndex ? 0 : averagePaise(quote),
    dayVolume: isIndex ? 0 : quote.dayVolume,
    totalBuyQuantity: sharesIn(buys),
    totalSellQuantity: sharesIn(sells),
    openPaise: quote.openPaise,
    highPaise: quote.highPaise,
    lowPaise: quote.lowPaise,
    closePaise: quote.previousClosePaise,
  }
}

function snapPacket(book: OrderBook, buys: Levels, sells: Levels): StreamPacket {
  const { quote, isIndex } = book
  const band = priceBand(book)
  return {
    mode: STREAM_MODE.SNAP_QUOTE,
    exchangeType: EXCHANGE_TYPES[segmentOf(quote.instrument.token)],
    token: quote.instrument.token,
    sequence: quote.sequence,
    exchangeTimeMs: quote.lastMs,
    lastPaise: quote.lastPaise,
    lastQuantity: isIndex ? 0 : quote.lastQuantity,
    averagePaise: isIndex ? 0 : averagePaise(quote),
    dayVolume: isIndex ? 0 : quote.dayVolume,
    totalBuyQuantity: sharesIn(buys),
    totalSellQuantity: sharesIn(sells),
    openPaise: quote.openPaise,
    highPaise: quote.highPaise,
    lowPaise: quote.lowPaise,
    closePaise: quote.previousClosePaise,
    lastTradeTimeSec: Math.floor(quote.lastMs / 1_000),
    openInterest: 0,
    openInterestChangePercent: 0,
    buys,
    sells,
    upperCircuitPaise: band.upperPaise,
    lowerCircuitPaise: band.lowerPaise,
    yearHighPaise: quote.yearHighPaise,
    yearLowPaise: quote.yearLowPaise,
  }
}

function sharesIn(levels: Levels): number {
  let shares = 0
  for (const level of levels) shares += level.quantity
  return shares
}
