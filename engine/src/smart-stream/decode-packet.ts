import { AT, DEPTH_AT, DEPTH_BYTES, DEPTH_LEVELS, PACKET_BYTES, TOKEN_BYTES } from './packet-layout.ts'
import { type DepthLevel, STREAM_MODE, type StreamPacket } from './stream-packet.ts'

export type UnreadablePacket = { readonly mode: null; readonly problem: 'EMPTY' | 'MODE_UNKNOWN' | 'TOO_SHORT' }

/** Decodes a packet, or returns why it is invalid. Of longer packets only the known part is read. */
export function decodePacket(bytes: Uint8Array): StreamPacket | UnreadablePacket {
  const mode = bytes[AT.mode]
  if (mode === undefined) return { mode: null, problem: 'EMPTY' }
  if (mode !== STREAM_MODE.LTP && mode !== STREAM_MODE.QUOTE && mode !== STREAM_MODE.SNAP_QUOTE) {
    return { mode: null, problem: 'MODE_UNKNOWN' }
  }
  if (bytes.length < PACKET_BYTES[mode]) return { mode: null, problem: 'TOO_SHORT' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (mode === STREAM_MODE.LTP) return readLtp(bytes, view)
  return mode === STREAM_MODE.QUOTE ? readQuote(bytes, view) : readSnapQuote(bytes, view)
}

// Each mode is one flat literal with repeated fields, because spreading objects made decoding ten times slower.
function readLtp(bytes: Uint8Array, view: DataView): StreamPacket {
  return {
    mode: STREAM_MODE.LTP,
    exchangeType: view.getUint8(AT.exchangeType),
    token: readToken(bytes),
    sequence: readWhole(view, AT.sequence),
    exchangeTimeMs: readWhole(view, AT.exchangeTimeMs),
    lastPaise: readWhole(view, AT.last),
  }
}

function readQuote(bytes: Uint8Array, view: DataView): StreamPacket {
  return {
    mode: STREAM_MODE.QUOTE,
    exchangeType: view.getUint8(AT.exchangeType),
    token: readToken(bytes),
    sequence: readWhole(view, AT.sequence),
    exchangeTimeMs: readWhole(view, AT.exchangeTimeMs),
    lastPaise: readWhole(view, AT.last),
    lastQuantity: readWhole(view, AT.lastQuantity),
    averagePaise: readWhole(view, AT.average),
    dayVolume: readWhole(view, AT.dayVolume),
    totalBuyQuantity: view.getFloat64(AT.totalBuyQuantity, true),
    totalSellQuantity: view.getFloat64(AT.totalSellQuantity, true),
    openPaise: readWhole(view, AT.open),
    highPaise: readWhole(view, AT.high),
    lowPaise: readWhole(view, AT.low),
    closePaise: readWhole(view, AT.close),
  }
}

function readSnapQuote(bytes: Uint8Array, view: DataView): StreamPacket {
  return {
    mode: STREAM_MODE.SNAP_QUOTE,
    exchangeType: view.getUint8(AT.exchangeType),
    token: readToken(bytes),
    sequence: readWhole(view, AT.sequence),
    exchangeTimeMs: readWhole(view, AT.exchangeTimeMs),
    lastPaise: readWhole(view, AT.last),
    lastQuantity: readWhole(view, AT.lastQuantity),
    averagePaise: readWhole(view, AT.average),
    dayVolume: readWhole(view, AT.dayVolume),
    totalBuyQuantity: view.getFloat64(AT.totalBuyQuantity, true),
    totalSellQuantity: view.getFloat64(AT.totalSellQuantity, true),
    openPaise: readWhole(view, AT.open),
    highPaise: readWhole(view, AT.high),
    lowPaise: readWhole(view, AT.low),
    closePaise: readWhole(view, AT.close),
    lastTradeTimeSec: readWhole(view, AT.lastTradeTimeSec),
    openInterest: readWhole(view, AT.openInterest),
    openInterestChangePercent: view.getFloat64(AT.openInterestChangePercent, true),
    buys: readLevels(view, 0),
    sells: readLevels(view, DEPTH_LEVELS),
    upperCircuitPaise: readWhole(view, AT.upperCircuit),
    lowerCircuitPaise: readWhole(view, AT.lowerCircuit),
    yearHighPaise: readWhole(view, AT.yearHigh),
    yearLowPaise: readWhole(view, AT.yearLow),
  }
}

function readLevels(view: DataView, first: number): DepthLevel[] {
  const levels: DepthLevel[] = []
  for (let index = first; index < first + DEPTH_LEVELS; index++) levels.push(readLevel(view, index))
  return levels
}

function readToken(bytes: Uint8Array): string {
  let token = ''
  for (let index = AT.token; index < AT.token + TOKEN_BYTES && bytes[index] !== 0; index++) {
    token += String.fromCharCode(bytes[index] as number)
  }
  return token
}

function readWhole(view: DataView, offset: number): number {
  return view.getInt32(offset + 4, true) * 4_294_967_296 + view.getUint32(offset, true)
}

function readLevel(view: DataView, index: number): DepthLevel {
  const offset = AT.depth + index * DEPTH_BYTES
  return {
    quantity: readWhole(view, offset + DEPTH_AT.quantity),
    pricePaise: readWhole(view, offset + DEPTH_AT.price),
    orders: view.getUint16(offset + DEPTH_AT.orders, true),
  }
}
