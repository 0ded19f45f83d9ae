import { createHash } from 'node:crypto'
import type { Queryable } from '../db/client.ts'
import { type ChainHeads, noSuchSeal } from './chain-heads.ts'
import { linkProblems, type Seal } from './seal.ts'
import { allSeals } from './seal-store.ts'
import {
  CHAINS,
  type Chain,
  countAfter,
  lateProblems,
  readLeaves,
  readNamedLeaves,
  wronglyErased,
} from './sealed-chains.ts'

export type Finding = {
  readonly chain: Chain
  readonly seals: number
  readonly records: number
  /** Not sealed yet, so not proven. */
  readonly unsealed: number
  readonly last: Seal | undefined
  readonly problems: readonly string[]
}

type Against = {
  readonly now: Date
  /** The installation's own key: the newest seal must be of it. */
  readonly fingerprint: string
  /** What this machine has noted. */
  readonly heads?: ChainHeads
  /** Seals that somebody has noted elsewhere, such as in the log. */
  readonly expected?: Readonly<Partial<Record<Chain, string>>>
}

/**
 * Compares every record with its seal. Whoever rewrites the database can have it sealed again, so the chains must hold
 * the seals that were noted outside it.
 */
export async function verifyHistory(db: Queryable, against: Against): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const chain of CHAINS) findings.push(await verifyChain(db, chain, against))
  return findings
}

async function verifyChain(db: Queryable, chain: Chain, against: Against): Promise<Finding> {
  const { now, fingerprint, heads, expected } = against
  const problems: string[] = []
  let last: Seal | undefined
  let records = 0
  const unseen = new Set([heads?.[chain]?.hash, expected?.[chain]])
  for await (const seal of allSeals(db, chain)) {
    problems.push(...linkProblems(seal, last), ...(await recordProblems(db, seal)))
    records += seal.records
    unseen.delete(seal.hash)
    last = seal
  }
  if (last && fingerprintOf(last) !== fingerprint)
    problems.push(`The newest seal, ${last.number}, was signed with another key: ${fingerprintOf(last)}.`)
  for (const hash of unseen) if (hash !== undefined) problems.push(noSuchSeal(chain, hash))
  if (chain === 'audit') {
    for (const id of await wronglyErased(db))
      problems.push(`Line ${id} lost its values, but its account is not closed.`)
  }
  const sealedUntil = last?.until ?? new Date(0)
  problems.push(...(await lateProblems(db, chain, sealedUntil, now)))
  const unsealed = await countAfter(db, chain, sealedUntil)
  return { chain, seals: last?.number ?? 0, records, unsealed, last, problems }
}

async function recordProblems(db: Queryable, seal: Seal): Promise<string[]> {
  const chain = seal.chain as Chain
  if (seal.leaves.equals(await readLeaves(db, chain, seal))) return []
  const when = `between ${seal.after.toISOString()} and ${seal.until.toISOString()}`
  const sealed = new Set(Array.from({ length: seal.records }, (_, n) => leafAt(seal.leaves, n)))
  const present = await readNamedLeaves(db, chain, seal)
  const unknown = present.filter(({ leaf }) => !sealed.has(leaf.toString('hex'))).map(({ id }) => id)
  const named = unknown.slice(0, 10).join(', ')
  const missing = seal.records - (present.length - unknown.length)
  if (unknown.length === 0) return [`Seal ${seal.number}: ${missing} records of ${chain} are missing ${when}.`]
  return [
    `Seal ${seal.number}: ${unknown.length} records of ${chain} were changed or added ${when} (${named}); ${missing} are not as sealed or missing.`,
  ]
}

function leafAt(leaves: Buffer, n: number): string {
  return leaves.subarray(n * 32, n * 32 + 32).toString('hex')
}

function fingerprintOf({ public_key }: Seal): string {
  return createHash('sha256').update(Buffer.from(public_key, 'base64')).digest('hex')
}
