import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'

export type SigningKey = {
  readonly privateKey: KeyObject
  /** SPKI in base64, as every sealed file carries it. */
  readonly publicKey: string
  /** SHA-256 of the public key: what a reader of sealed files compares. */
  readonly fingerprint: string
}

// The fixed head of an Ed25519 private key in PKCS #8; the 32 bytes of the seed follow.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The installation's Ed25519 key, derived from CREDENTIALS_KEY: nothing more has to be stored or backed up, and a
 * rotation of that key gives a new signing key. Files sealed earlier still verify by the public key inside them.
 */
export function signingKeyOf(sealKey: Buffer): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', sealKey, '', 'trading-bot sealed records', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    privateKey,
    publicKey: der.toString('base64'),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  }
}
