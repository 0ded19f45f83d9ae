import type { Writable } from 'node:stream'
import { type EngineFrame, LENGTHS_BYTES } from '@trading-bot/contract/bot-wire/frames'
import type { Bars } from '@trading-bot/core/bars'
import type { ScriptRows } from '../ports.ts'

export function writeFrame(to: Writable, frame: EngineFrame, columns: readonly Uint8Array[] = []): void {
  const header = Buffer.from(JSON.stringify(frame))
  const lengths = Buffer.alloc(LENGTHS_BYTES)
  lengths.writeUInt32LE(header.length, 0)
  lengths.writeUInt32LE(
    columns.reduce((sum, column) => sum + column.byteLength, 0),
    4,
  )
  to.cork()
  to.write(lengths)
  to.write(header)
  for (const column of columns) to.write(column)
  to.uncork()
}

/** Resolves when what was written before has left this process, or nobody will read it any more. */
export async function whenRead(input: Writable): Promise<void> {
  if (!input.writableNeedDrain) return
  await new Promise<void>((resolve) => {
    const end = () => {
      input.off('drain', end)
      input.off('close', end)
      resolve()
    }
    input.on('drain', end)
    input.on('close', end)
  })
}

export function rowColumns(rows: ScriptRows): Uint8Array[] {
  return [...candleColumns(rows), ...bytesOf([rows.symbol, rows.phase])]
}

/** The widest first, so that each is aligned. */
export function candleColumns({ timeMs, volume, openPaise, highPaise, lowPaise, closePaise }: Bars): Uint8Array[] {
  return bytesOf([timeMs, volume, openPaise, highPaise, lowPaise, closePaise])
}

function bytesOf(columns: readonly NodeJS.TypedArray[]): Uint8Array[] {
  return columns.map((column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
}
