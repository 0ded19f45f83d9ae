import type { Bars } from '../bars.ts'
import { MINUTE_MS } from '../time.ts'

const FORMAT = 1
const HEADER_BYTES = 13
/** Bytes per value at most; a volume of 2^48 shares is more than an exchange has. */
const WIDEST = 6

/**
 * One-minute bars as bytes, made to be compressed: each column holds small differences in units of the coarsest tick
 * that fits all prices, split into planes of their low and high bytes, of which the high ones are almost all zero.
 */
export function packBars(bars: Bars): Uint8Array {
  const { length } = bars.timeMs
  const tickPaise = commonTick(bars)
  const columns = Array.from({ length: 6 }, () => new Float64Array(length))
  const [minutes, opens, highs, lows, closes, volumes] = columns as [Column, Column, Column, Column, Column, Column]
  let lastMinute = length === 0 ? 0 : bars.timeMs[0]! / MINUTE_MS - 1
  let lastClose = 0
  for (let i = 0; i < length; i++) {
    const minute = bars.timeMs[i]! / MINUTE_MS
    const open = bars.openPaise[i]! / tickPaise
    const close = bars.closePaise[i]! / tickPaise
    minutes[i] = minute - lastMinute - 1
    opens[i] = zigzag(open - lastClose)
    closes[i] = zigzag(close - open)
    highs[i] = zigzag(bars.highPaise[i]! / tickPaise - Math.max(open, close))
    lows[i] = zigzag(Math.min(open, close) - bars.lowPaise[i]! / tickPaise)
    volumes[i] = bars.volume[i]!
    lastMinute = minute
    lastClose = close
  }
  const widths = columns.map(widthOf)
  const bytes = new Uint8Array(HEADER_BYTES + columns.length + length * widths.reduce((sum, width) => sum + width, 0))
  const header = new DataView(bytes.buffer)
  header.setUint8(0, FORMAT)
  header.setUint32(1, length)
  header.setUint32(5, length === 0 ? 0 : bars.timeMs[0]! / MINUTE_MS)
  header.setUint32(9, tickPaise)
  let at = HEADER_BYTES
  for (const [index, column] of columns.entries()) at = writePlanes(bytes, at, column, widths[index]!)
  return bytes
}

type Column = Float64Array

/** How many bars these bytes hold. */
export function packedLength(bytes: Uint8Array): number {
  return viewOf(bytes).getUint32(1)
}

/** Writes the packed bars into columns from a row on, so that a year is twelve months in one allocation. */
export function unpackBars(bytes: Uint8Array, into: Bars, firstRow = 0): void {
  const header = viewOf(bytes)
  if (header.getUint8(0) !== FORMAT) throw new Error(`unknown format of packed bars: ${header.getUint8(0)}`)
  const length = header.getUint32(1)
  const tickPaise = header.getUint32(9)
  const columns: Uint32Array[] = []
  let at = HEADER_BYTES
  for (let column = 0; column < 5; column++) {
    const width = bytes[at]!
    columns.push(joinPlanes(bytes, at + 1, width, length))
    at += 1 + width * length
  }
  const [minutes, opens, highs, lows, closes] = columns as [Whole, Whole, Whole, Whole, Whole]
  const { timeMs, openPaise, highPaise, lowPaise, closePaise } = into
  let minute = header.getUint32(5) - 1
  let close = 0
  for (let i = 0; i < length; i++) {
    const row = firstRow + i
    minute += minutes[i]! + 1
    const open = (close + unzigzag(opens[i]!)) | 0
    close = (open + unzigzag(closes[i]!)) | 0
    const top = open > close ? open : close
    const bottom = open > close ? close : open
    timeMs[row] = minute * MINUTE_MS
    openPaise[row] = open * tickPaise
    closePaise[row] = close * tickPaise
    highPaise[row] = (top + unzigzag(highs[i]!)) * tickPaise
    lowPaise[row] = (bottom - unzigzag(lows[i]!)) * tickPaise
  }
  readVolumes(bytes, at, length, into.volume, firstRow)
}

type Whole = Uint32Array

/** Empty columns for so many bars. */
export function emptyBars(length: number): Bars {
  return {
    timeMs: new Float64Array(length),
    openPaise: new Int32Array(length),
    highPaise: new Int32Array(length),
    lowPaise: new Int32Array(length),
    closePaise: new Int32Array(length),
    volume: new Float64Array(length),
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function commonTick(bars: Bars): number {
  let common = 0
  for (const column of [bars.openPaise, bars.highPaise, bars.lowPaise, bars.closePaise]) {
    for (let i = 0; i < column.length && common !== 1; i++) common = commonDivisor(common, Math.abs(column[i]!))
  }
  return common === 0 ? 1 : common
}

function commonDivisor(one: number, other: number): number {
  let [a, b] = [one, other]
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1)
}

function widthOf(column: Column): number {
  let most = 0
  for (let i = 0; i < column.length; i++) if (column[i]! > most) most = column[i]!
  let width = 0
  while (most >= 2 ** (8 * width)) width++
  if (width > WIDEST) throw new RangeError(`a bar's value needs ${width} bytes`)
  return width
}

function writePlanes(bytes: Uint8Array, start: number, column: Column, width: number): number {
  const { length } = column
  bytes[start] = width
  for (let plane = 0; plane < width; plane++) {
    const scale = 2 ** (8 * plane)
    const at = start + 1 + plane * length
    for (let i = 0; i < length; i++) bytes[at + i] = Math.floor(column[i]! / scale) % 256
  }
  return start + 1 + width * length
}

/** The planes of one column joined; its values fit into 32 bits, because prices do. */
function joinPlanes(bytes: Uint8Array, first: number, width: number, length: number): Uint32Array {
  const column = new Uint32Array(length)
  // Almost every column has one to three planes, which are read in one pass.
  if (width === 1) column.set(bytes.subarray(first, first + length))
  else if (width === 2) {
    const [low, high] = [first, first + length]
    for (let i = 0; i < length; i++) column[i] = bytes[low + i]! | (bytes[high + i]! << 8)
  } else if (width === 3) {
    const [low, middle, high] = [first, first + length, first + 2 * length]
    for (let i = 0; i < length; i++) {
      column[i] = bytes[low + i]! | (bytes[middle + i]! << 8) | (bytes[high + i]! << 16)
    }
  } else {
    for (let plane = 0; plane < width; plane++) {
      const at = first + plane * length
      for (let i = 0; i < length; i++) column[i]! |= bytes[at + i]! << (8 * plane)
    }
  }
  return column
}

function readVolumes(bytes: Uint8Array, at: number, length: number, into: Float64Array, row: number): void {
  const width = bytes[at]!
  const low = joinPlanes(bytes, at + 1, Math.min(width, 4), length)
  for (let i = 0; i < length; i++) into[row + i] = low[i]!
  for (let plane = 4; plane < width; plane++) {
    const from = at + 1 + plane * length
    const scale = 2 ** (8 * plane)
    for (let i = 0; i < length; i++) into[row + i]! += bytes[from + i]! * scale
  }
}
