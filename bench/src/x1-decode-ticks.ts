import { decodePacket } from '@trading-bot/engine/smart-stream/decode-packet'
import { encodePacket } from '@trading-bot/engine/smart-stream/encode-packet'
import { NSE_CASH, STREAM_MODE, type StreamPacket } from '@trading-bot/engine/smart-stream/stream-packet'
import type { Benchmark } from './benchmark.ts'

const PACKETS = 1_000_000
const DISTINCT = 1_000
const GOAL_PER_SECOND = 50_000

export const x1DecodeTicks: Benchmark = {
  id: 'X1',
  title: '1,000,000 feed packets decoded, a third each of LTP, Quote and SnapQuote (goal: 50,000 a second)',
  goal: { seconds: PACKETS / GOAL_PER_SECOND },
  prepare: () => {
    const packets = Array.from({ length: DISTINCT }, (_, index) => encodePacket(packetOf(index)))
    return async () => {
      let sum = 0
      for (let index = 0; index < PACKETS; index++) {
        const packet = decodePacket(packets[index % DISTINCT] as Uint8Array)
        if (packet.mode !== null) sum += packet.lastPaise + packet.token.length
      }
      return { units: PACKETS, hash: sum.toString(16), details: {} }
    }
  },
}

function packetOf(index: number): StreamPacket {
  const ltp = {
    exchangeType: NSE_CASH,
    token: String(1_000 + index),
    sequence: index,
    exchangeTimeMs: 1_700_000_000_000 + index,
    lastPaise: 50_000 + index,
  }
  if (index % 3 === 0) return { mode: STREAM_MODE.LTP, ...ltp }
  const quote = {
    ...ltp,
    lastQuantity: 10,
    averagePaise: 50_000,
    dayVolume: 1_000_000,
    totalBuyQuantity: 1_000,
    totalSellQuantity: 2_000,
    openPaise: 49_000,
    highPaise: 52_000,
    lowPaise: 48_000,
    closePaise: 49_500,
  }
  if (index % 3 === 1) return { mode: STREAM_MODE.QUOTE, ...quote }
  const levels = Array.from({ length: 5 }, (_, level) => ({ quantity: 10, pricePaise: 50_000 - level, orders: 1 }))
  return {
    mode: STREAM_MODE.SNAP_QUOTE,
    ...quote,
    lastTradeTimeSec: 1_700_000_000,
    openInterest: 0,
    openInterestChangePercent: 0,
    buys: levels,
    sells: levels,
    upperCircuitPaise: 55_000,
    lowerCircuitPaise: 45_000,
    yearHighPaise: 60_000,
    yearLowPaise: 40_000,
  }
}
