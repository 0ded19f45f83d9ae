import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, NewCredential } from '@trading-bot/contract/rest/accounts/passkeys'

type Options = { readonly challenge: string }
type Changes = {
  readonly origin?: string
  readonly host?: string
  readonly isVerified?: boolean
  readonly count?: number
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
}

/** A device's passkey in software: it makes the same responses as a browser, and wrong ones where a test asks for it. */
export function testPasskey(home: { readonly origin: string; readonly host: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let uses = 0
  const envelope = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  const clientData = (type: string, { challenge }: Options, changes: Changes) => {
    const { origin = home.origin, crossOrigin = false, topOrigin } = changes
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin }))
  }
  const authenticatorData = (
    { host = home.host, isVerified = true, count = uses }: Changes,
    attested = Buffer.alloc(0),
  ) => {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, attested])
  }
  return {
    create(options: Options, changes: Changes = {}): NewCredential {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(x, y)])
      const attestation = attestationObject(authenticatorData(changes, attested))
      const data = clientData('webauthn.create', options, changes)
      return {
        ...envelope,
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer(options: Options, changes: Changes = {}): Assertion {
      uses += 1
      const data = clientData('webauthn.get', options, changes)
      const signed = authenticatorData(changes)
      const signature = sign('sha256', Buffer.concat([signed, sha256(data)]), privateKey)
      return {
        ...envelope,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: signed.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** CBOR of {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
function coseKey(x: string, y: string): Buffer {
  const head = Buffer.from('a5010203262001215820', 'hex')
  return Buffer.concat([head, Buffer.from(x, 'base64url'), Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')])
}

/** CBOR of {"fmt": "none", "attStmt": {}, "authData": data}. */
function attestationObject(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
  const head = [Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')]
  return Buffer.concat([...head, Buffer.from([0x58, data.length]), data])
}
