import { randomFillSync } from 'node:crypto'

let lastMs = 0
let sequence = 0

// Random bytes are drawn for many ids at once: a signal to ten thousand accounts needs twenty thousand ids.
const CHANCE_BYTES = 8
const chance = Buffer.alloc(CHANCE_BYTES * 512)
let used = chance.length

/**
 * UUIDv7: the time comes first, so that ids sort by age and index pages fill in order. Within one millisecond a 12-bit
 * sequence keeps the order of one process; the other 62 bits are random.
 */
export function newId(now: Date): string {
  const ms = now.getTime()
  sequence = ms === lastMs ? (sequence + 1) & 0xfff : 0
  lastMs = ms
  const order = (0x7000 | sequence).toString(16)
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  chance[used] = 0x80 | (chance[used]! & 0x3f)
  const rest = chance.toString('hex', used, (used += CHANCE_BYTES))
  return `${timeOf(ms)}-${order}-${rest.slice(0, 4)}-${rest.slice(4)}`
}

/** No id of this moment or later sorts before it. */
export function firstIdOf(moment: Date): string {
  return `${timeOf(moment.getTime())}-7000-8000-000000000000`
}

function timeOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}
