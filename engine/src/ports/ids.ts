import type { Randomness } from './randomness.ts'

export type Ids = {
  /** A new lower-case UUID, version 4. */
  readonly next: () => string
}

export function idsFrom(randomness: Randomness): Ids {
  return { next: () => uuid(randomness) }
}

function uuid(randomness: Randomness): string {
  const words = [0, 1, 2, 3].map(() => randomness.whole(4_294_967_296).toString(16).padStart(8, '0'))
  const digits = words.join('')
  const variant = '89ab'[Number.parseInt(digits[16] as string, 16) % 4]
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}
