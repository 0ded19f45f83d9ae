import { AT, DEPTH_AT, DEPTH_BYTES, DEPTH_LEVELS, PACKET_BYTES, TOKEN_BYTES } from './packet-layout.ts'
import { type DepthLevel, STREAM_MODE, type StreamPacket } from './stream-packet.ts'

export function encodePacket(packet: StreamPacket): Uint8Array {
  const bytes = new Uint8Array(PACKET_BYTES[packet.mode])
  const view = new DataView(bytes.buffer)
  view.setUint8(AT.mode, packet.mode)
  view.setUint8(AT.exchangeType, packet.exchangeType)
  writeToken(bytes, packet.token)
  writeWhole(view, AT.sequence, packet.sequence)
  writeWhole(view, AT.exchangeTimeMs, packet.exchangeTimeMs)
  writeWhole(view, AT.last, packet.lastPaise)
  if (packet.mode === STREAM_MODE.LTP) return bytes
  writeWhole(view, AT.lastQuantity, packet.lastQuantity)
  writeWhole(view, AT.average, packet.averagePaise)
  writeWhole(view, AT.dayVolume, packet.dayVolume)
  view.setFloat64(AT.totalBuyQuantity, packet.totalBuyQuantity, true)
  view.setFloat64(AT.totalSellQuantity, packet.totalSellQuantity, true)
  writeWhole(view, AT.open, packet.openPaise)
  writeWhole(view, AT.high, packet.highPaise)
  writeWhole(view, AT.low, packet.lowPaise)
  writeWhole(view, AT.close, packet.closePaise)
  if (packet.mode === STREAM_MODE.QUOTE) return bytes
  writeWhole(view, AT.lastTradeTimeSec, packet.lastTradeTimeSec)
  writeWhole(view, AT.openInterest, packet.openInterest)
  view.setFloat64(AT.openInterestChangePercent, packet.openInterestChangePercent, true)
  for (let level = 0; level < DEPTH_LEVELS; level++) {
    writeLevel(view, level, 1, packet.buys[level])
    writeLevel(view, DEPTH_LEVELS + level, 0, packet.sells[level])
  }
  writeWhole(view, AT.upperCircuit, packet.upperCircuitPaise)
  writeWhole(view, AT.lowerCircuit, packet.lowerCircuitPaise)
  writeWhole(view, AT.yearHigh, packet.yearHighPaise)
  writeWhole(view, AT.yearLow, packet.yearLowPaise)
  return bytes
}

function writeToken(bytes: Uint8Array, token: string): void {
  if (token.length >= TOKEN_BYTES) throw new RangeError(`token too long for its field: ${token}`)
  for (let index = 0; index < token.length; index++) bytes[AT.token + index] = token.charCodeAt(index)
}

// Writes a signed 64-bit integer as two halves, to avoid a BigInt for each of fifty thousand ticks a second.
function writeWhole(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value >>> 0, true)
  view.setInt32(offset + 4, Math.floor(value / 4_294_967_296), true)
}

function writeLevel(view: DataView, index: number, flag: 0 | 1, level: DepthLevel | undefined): void {
  const offset = AT.depth + index * DEPTH_BYTES
  view.setUint16(offset + DEPTH_AT.flag, flag, true)
  writeWhole(view, offset + DEPTH_AT.quantity, level?.quantity ?? 0)
  writeWhole(view, offset + DEPTH_AT.price, level?.pricePaise ?? 0)
  view.setUint16(offset + DEPTH_AT.orders, Math.min(level?.orders ?? 0, 65_535), true)
}
