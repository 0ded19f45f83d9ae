import { NSE_CASH, STREAM_MODE, type StreamMode, type StreamPacket } from '../../smart-stream/stream-packet.ts'
import { depthOf } from '../depth-of.ts'
import type { Pit } from '../pit.ts'
import { priceBand } from '../price-band.ts'
import { averagePaise } from '../quote.ts'

/** An instrument's state as the feed pushes it in a mode. */
export function streamPacketOf(pit: Pit, mode: StreamMode): StreamPacket {
  const { quote, isIndex } = pit
  const ltp = {
    exchangeType: NSE_CASH,
    token: quote.instrument.token,
    sequence: quote.sequence,
    exchangeTimeMs: quote.lastMs,
    lastPaise: quote.lastPaise,
  }
  if (mode === STREAM_MODE.LTP) return { mode, ...ltp }
  const buys = isIndex ? [] : depthOf(quote, 'BUY')
  const sells = isIndex ? [] : depthOf(quote, 'SELL')
  const prices = {
    ...ltp,
    lastQuantity: isIndex ? 0 : quote.lastQuantity,
    averagePaise: isIndex ? 0 : averagePaise(quote),
    dayVolume: isIndex ? 0 : quote.dayVolume,
    totalBuyQuantity: buys.reduce((sum, level) => sum + level.quantity, 0),
    totalSellQuantity: sells.reduce((sum, level) => sum + level.quantity, 0),
    openPaise: quote.openPaise,
    highPaise: quote.highPaise,
    lowPaise: quote.lowPaise,
    closePaise: quote.previousClosePaise,
  }
  if (mode === STREAM_MODE.QUOTE) return { mode, ...prices }
  const band = priceBand(quote)
  return {
    mode,
    ...prices,
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
