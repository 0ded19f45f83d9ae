import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib'
import type { Bars } from '@trading-bot/core/bars'
import { emptyBars, packBars, packedLength, unpackBars } from '@trading-bot/core/history/pack-bars'

// Measured on a simulated year: deflate 4.4 bytes a bar and 7 ms to decode, brotli 4.1 bytes and 8 to 15 ms.
// A month fits into one piece: each further one costs a hop between threads.
const ONE_PIECE = { chunkSize: 128 * 1_024 }

/** A month's bars, deflated beside the server's own thread. */
export async function compressBars(bars: Bars): Promise<Buffer> {
  return deflate(packBars(bars), ONE_PIECE)
}

/** A month's packed bars, inflated beside the server's own thread. */
export async function inflateMonth(bytes: Uint8Array): Promise<Buffer> {
  return inflate(bytes, ONE_PIECE)
}

const deflate = promisify<Uint8Array, typeof ONE_PIECE, Buffer>(deflateRaw)
const inflate = promisify<Uint8Array, typeof ONE_PIECE, Buffer>(inflateRaw)

/** The bars of several months, one behind the other, in one set of columns. */
export function unpackMonths(packed: readonly Uint8Array[]): Bars {
  const bars = emptyBars(packed.reduce((sum, bytes) => sum + packedLength(bytes), 0))
  let row = 0
  for (const bytes of packed) {
    unpackBars(bytes, bars, row)
    row += packedLength(bytes)
  }
  return bars
}

export function decompressBars(months: readonly Uint8Array[]): Bars {
  return unpackMonths(months.map((bytes) => inflateRawSync(bytes, ONE_PIECE)))
}

/** Equal for equal bars of a day, whatever month or source they are in. */
export function hashDay(bars: Bars): string {
  return createHash('sha256').update(packBars(bars)).digest('hex')
}
