import { createHmac } from 'node:crypto'
import { decodeBase32 } from './decode-base32.ts'

export const TOTP_STEP_MS = 30_000
const DIGITS = 6

/** The six-digit RFC 6238 code (SHA-1, 30 s) at an instant, or null if the secret is not base32. */
export function totpCode(secret: string, atMs: number): string | null {
  const key = decodeBase32(secret)
  if (!key) return null
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / TOTP_STEP_MS)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest[digest.length - 1] as number) & 15
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
