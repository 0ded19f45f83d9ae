import { randomInt } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import { hashSecret } from '../../../platform/security/auth-keys.ts'

// No letters that look alike: a code may be typed from one screen into another.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz'
const LENGTH = 12

/** Three groups of four letters: 54 bits, valid for ten minutes and a few guesses. */
export function newLinkCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Dashes and case do not matter, because people type codes either way. */
export function hashCode({ authKeys }: Config, code: string): Buffer {
  return hashSecret(authKeys, 'telegram', code.toLowerCase().replace(/[^a-z]/g, ''))
}
