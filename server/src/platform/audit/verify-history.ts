import { createHash } from 'node:crypto'
import type { Queryable } from '../db/client.ts'
import { isIntact, NO_PREVIOUS, type Seal } from './seal.ts'
import { allSeals } from './seal-store.ts'
import { CHAINS, type Chain, countAfter, readLeaves, readNamedLeaves, wronglyErased } from './sealed-chains.ts'

export type Finding = {
  readonly chain: Chain
  readonly seals: number
  readonly records: number
  /** Not sealed yet, so not proven. */
  readonly unsealed: number
  readonly last: Seal | undefined
  readonly problems: readonly string[]
}

/**
 * Compares every record with its seal. `fingerprint` is the installation's own key: the newest seal must be of it, since
 * whoever rewrites the whole database can sign it again, but only with another key. `expected` is a seal that somebody
 * has noted elsewhere, such as in the log: it shows that no newer part was cut off.
 */
export async function verifyHistory(
  db: Queryable,
  fingerprint: string,
  expected: Readonly<Partial<Record<Chain, string>>> = {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const chain of CHAINS) findings.push(await verifyChain(db, chain, fingerprint, expected[chain]))
  return findings
}

async function verifyChain(
  db: Queryable,
  chain: Chain,
  fingerprint: string,
  expected: string | undefined,
): Promise<Finding> {
  const problems: string[] = []
  let last: Seal | undefined
  let records = 0
  let isExpectedSeen = expected === undefined
  for await (const seal of allSeals(db, chain)) {
    problems.push(...linkProblems(seal, last), ...(await recordProblems(db, seal)))
    records += seal.records
    isExpectedSeen ||= seal.hash === expected
    last = seal
  }
  if (last && fingerprintOf(last) !== fingerprint)
    problems.push(`The newest seal, ${last.number}, was signed with another key: ${fingerprintOf(last)}.`)
  if (!isExpectedSeen) problems.push(`There is no seal ${expected}: the end of the chain was cut off or rewritten.`)
  if (chain === 'audit') {
    for (const id of await wronglyErased(db))
      problems.push(`Line ${id} lost its values, but its account is not closed.`)
  }
  const unsealed = await countAfter(db, chain, last?.until ?? new Date(0))
  return { chain, seals: last?.number ?? 0, records, unsealed, last, problems }
}

function linkProblems(seal: Seal, last: Seal | undefined): string[] {
  const { number } = seal
  if (!isIntact(seal)) return [`Seal ${number} was changed.`]
  if (number !== (last?.number ?? 0) + 1) return [`A seal before seal ${number} is missing.`]
  if (seal.previous !== (last?.hash ?? NO_PREVIOUS)) return [`Seal ${number} does not follow the seal before it.`]
  if (last && seal.after.getTime() !== last.until.getTime())
    return [`Seal ${number} leaves out the time before it: ${last.until.toISOString()} to ${seal.after.toISOString()}.`]
  return []
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
