import { createHmac } from 'node:crypto'

export const TOTP_STEP_MS = 30_000
const DIGITS = 6
const BASE32_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

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

/** The bytes of an authenticator secret, ignoring spaces and missing padding; null if it is not base32. */
function decodeBase32(text: string): Uint8Array | null {
  const letters = text.replace(/\s/g, '').replace(/=+$/, '').toUpperCase()
  if (letters.length === 0) return null
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of letters) {
    const value = BASE32_LETTERS.indexOf(letter)
    if (value < 0) return null
    held = (held << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}
