import { STREAM_MODE, type StreamMode } from './stream-packet.ts'

// Little endian. Offsets as in the official clients for Python, JavaScript and Java.
export const AT = {
  mode: 0,
  exchangeType: 1,
  token: 2,
  sequence: 27,
  exchangeTimeMs: 35,
  last: 43,
  lastQuantity: 51,
  average: 59,
  dayVolume: 67,
  totalBuyQuantity: 75,
  totalSellQuantity: 83,
  open: 91,
  high: 99,
  low: 107,
  close: 115,
  lastTradeTimeSec: 123,
  openInterest: 131,
  openInterestChangePercent: 139,
  depth: 147,
  upperCircuit: 347,
  lowerCircuit: 355,
  yearHigh: 363,
  yearLow: 371,
} as const

export const TOKEN_BYTES = 25

export const PACKET_BYTES: Readonly<Record<StreamMode, number>> = {
  [STREAM_MODE.LTP]: 51,
  [STREAM_MODE.QUOTE]: 123,
  [STREAM_MODE.SNAP_QUOTE]: 379,
}

// Five buys, then five sells; each flag (1 buy, 0 sell), quantity, price, number of orders.
export const DEPTH_LEVELS = 5
export const DEPTH_BYTES = 20
export const DEPTH_AT = { flag: 0, quantity: 2, price: 10, orders: 18 } as const
