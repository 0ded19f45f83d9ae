const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of an authenticator secret, ignoring spaces and missing padding; null if it is not base32. */
export function decodeBase32(text: string): Uint8Array | null {
  const letters = text.replace(/\s/g, '').replace(/=+$/, '').toUpperCase()
  if (letters.length === 0) return null
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of letters) {
    const value = LETTERS.indexOf(letter)
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
