import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import type { Selectable } from 'kysely'
import { canonicalJson } from '../canonical-json.ts'
import type { Seals } from '../db/tables.ts'
import type { SigningKey } from './signing-key.ts'

export type Seal = Selectable<Seals>
type Unsigned = Omit<Seal, 'hash' | 'signature' | 'public_key'>

/** What stands before the first seal of a chain. */
export const NO_PREVIOUS = '0'.repeat(64)

export function signSeal(key: SigningKey, seal: Unsigned): Seal {
  const hash = hashOf({ ...seal, public_key: key.publicKey })
  const signature = sign(null, Buffer.from(hash, 'hex'), key.privateKey).toString('base64')
  return { ...seal, public_key: key.publicKey, hash, signature }
}

/** Whether a seal is what its signer wrote; who that was, its key says. */
function isIntact(seal: Seal): boolean {
  if (hashOf(seal) !== seal.hash) return false
  try {
    const key = createPublicKey({ key: Buffer.from(seal.public_key, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(seal.hash, 'hex'), key, Buffer.from(seal.signature, 'base64'))
  } catch {
    // Not a key at all: nobody signed this.
    return false
  }
}

/** What is wrong with a seal by itself or as the one after `last`. */
export function linkProblems(seal: Seal, last: Seal | undefined, { isFirstKnown = false } = {}): string[] {
  const { number } = seal
  if (!isIntact(seal)) return [`Seal ${number} was changed.`]
  if (isFirstKnown) return []
  if (number !== (last?.number ?? 0) + 1) return [`A seal before seal ${number} is missing.`]
  if (seal.previous !== (last?.hash ?? NO_PREVIOUS)) return [`Seal ${number} does not follow the seal before it.`]
  if (last && seal.after.getTime() !== last.until.getTime())
    return [`Seal ${number} leaves out the time before it: ${last.until.toISOString()} to ${seal.after.toISOString()}.`]
  return []
}

function hashOf(seal: Unsigned & { readonly public_key: string }): string {
  const { chain, number, after, until, records, leaves, previous, public_key, sealed_at } = seal
  const text = canonicalJson({
    chain,
    number,
    after: after.toISOString(),
    until: until.toISOString(),
    records,
    leaves: sha256(leaves),
    previous,
    public_key,
    sealed_at: sealed_at.toISOString(),
  })
  return sha256(text)
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
