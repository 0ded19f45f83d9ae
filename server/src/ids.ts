import { randomFillSync } from 'node:crypto'

/** UUIDv7: the time first, so that ids sort by age and index pages fill in order. */
export function newId(now: Date): string {
  const bytes = randomFillSync(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(now.getTime() / 0x10000))
  view.setUint16(4, now.getTime() % 0x10000)
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f))
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
