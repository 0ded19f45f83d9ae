import { generateKeyPairSync, sign } from 'node:crypto'

const ED25519 = sequence(Buffer.from('06032b6570', 'hex'))
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex')

/** A certificate for one host name, valid for the rest of the century, in PEM. */
export function selfSignedCertificate(hostName: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(hostName)))))
  const names = sequence(tagged(0x82, Buffer.from(hostName)))
  const signed = sequence(
    tagged(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    ED25519,
    name,
    sequence(tagged(0x18, Buffer.from('20250101000000Z')), tagged(0x18, Buffer.from('20991231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(ALTERNATIVE_NAME, tagged(0x04, names)))),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.alloc(1), sign(null, signed, privateKey)]))
  const base64 = sequence(signed, ED25519, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

/** One value in DER: its tag, its length and its bytes. */
function tagged(tag: number, bytes: Buffer): Buffer {
  const { length } = bytes
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), bytes])
}
