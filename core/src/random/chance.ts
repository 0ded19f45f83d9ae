import { STANDARD_NORMAL } from './standard-normal.ts'

// Stateless seeded randomness: every number is a hash of its position, so any minute can be computed directly.
// Only 32-bit integer operations, + - * / and square roots are used, which give the same result on every machine.

const GOLDEN = 0x9e3779b1
const TWO_31 = 2_147_483_648
const TWO_32 = 4_294_967_296

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

/** Uniform from 0 up to but not including 1. */
export function fraction(key: number, place: number): number {
  return (mix(key, place) >>> 0) / TWO_32
}

/** Standard normal, in 4,096 equally likely steps; never beyond 3.7 deviations. */
export function normal(key: number, place: number): number {
  return STANDARD_NORMAL[mix(key, place) >>> 20] as number
}
