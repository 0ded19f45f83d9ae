import { randomFillSync } from 'node:crypto'

let lastMs = 0
let sequence = 0

/**
 * UUIDv7: the time first, so that ids sort by age and index pages fill in order. Within one millisecond a 12-bit
 * sequence keeps the order of one process; the other 62 bits are chance.
 */
export function newId(now: Date): string {
  const ms = now.getTime()
  sequence = ms === lastMs ? (sequence + 1) & 0xfff : 0
  lastMs = ms
  const bytes = randomFillSync(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(ms / 0x10000))
  view.setUint16(4, ms % 0x10000)
  view.setUint16(6, 0x7000 | sequence)
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
