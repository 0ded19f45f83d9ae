// Stateless seeded randomness: every number is a hash of its position, so any minute can be computed directly.
// Only 32-bit integer operations, + - * / and square roots are used, which give the same result on every machine.

const GOLDEN = 0x9e3779b1
const TWO_31 = 2_147_483_648

/** Derives a key for `right` from the key `left`. */
export function mix(left: number, right: number): number {
  let hash = left ^ Math.imul(right | 0, GOLDEN)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

export function mixText(key: number, text: string): number {
  let hash = mix(key, text.length)
  for (let index = 0; index < text.length; index++) hash = mix(hash, text.charCodeAt(index))
  return hash
}

/** Uniform between -1 and 1. */
export function even(key: number, place: number): number {
  return mix(key, place) / TWO_31
}

// Four independent bytes each have a mean of 127.5 and a variance of (256^2 - 1) / 12.
const FOUR_BYTES_MEAN = 510
const FOUR_BYTES_SCALE = 1 / Math.sqrt((65_535 / 12) * 4)

/** Approximately standard normal, from the four bytes of one hash; never beyond 3.5 deviations. */
export function bell(key: number, place: number): number {
  const hash = mix(key, place)
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24)
  return (sum - FOUR_BYTES_MEAN) * FOUR_BYTES_SCALE
}
