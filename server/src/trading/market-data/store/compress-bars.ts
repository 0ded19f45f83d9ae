import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Bars } from '@trading-bot/core/bars'
import { emptyBars, packBars, packedLength, unpackBars } from '@trading-bot/core/history/pack-bars'

// Measured on a simulated year: deflate 4.4 bytes a bar and 7 ms to decode, brotli 4.1 bytes and 8 to 15 ms.
const compress = promisify<Uint8Array, Buffer>(deflateRaw)
const decompress = promisify<Uint8Array, Buffer>(inflateRaw)

export async function compressBars(bars: Bars): Promise<Buffer> {
  return compress(packBars(bars))
}

/** The bars of several months, one behind the other, in one set of columns. */
export async function decompressBars(months: readonly Uint8Array[]): Promise<Bars> {
  const packed = await Promise.all(months.map((bytes) => decompress(bytes)))
  const bars = emptyBars(packed.reduce((sum, bytes) => sum + packedLength(bytes), 0))
  let row = 0
  for (const bytes of packed) {
    unpackBars(bytes, bars, row)
    row += packedLength(bytes)
  }
  return bars
}

/** Equal for equal bars of a day, whatever month or source they are in. */
export function hashDay(bars: Bars): string {
  return createHash('sha256').update(packBars(bars)).digest('hex')
}
