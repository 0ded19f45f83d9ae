import type { Writable } from 'node:stream'
import { type EngineFrame, LENGTHS_BYTES } from '@trading-bot/contract/bot-wire/frames'

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
