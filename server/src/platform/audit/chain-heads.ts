import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Queryable } from '../db/client.ts'
import { linkProblems, type Seal } from './seal.ts'
import { allSeals, lastSeal } from './seal-store.ts'
import type { Chain } from './sealed-chains.ts'

const ChainHead = z.object({ number: z.int(), hash: z.string(), until: z.string() })
const ChainHeads = z.object({ audit: z.optional(ChainHead), orders: z.optional(ChainHead) })
export type ChainHeads = z.infer<typeof ChainHeads>

/** Where this machine notes the newest seal of each chain: whoever rewrites the database does not reach it. */
export function headsFile(dataDir: string): string {
  return path.join(dataDir, 'audit-heads.json')
}

/** Nothing is noted on a machine that has sealed nothing yet. A note that cannot be read throws: it is not an absent one. */
export function readHeads(dataDir: string): ChainHeads {
  const file = headsFile(dataDir)
  try {
    return ChainHeads.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`The newest seals noted in ${file} cannot be read.`, { cause: error })
  }
}

/** After the commit of its seal, so that a note is never ahead of its chain. */
export function noteHead(dataDir: string, { chain, number, hash, until }: Seal): void {
  const heads = { ...readHeads(dataDir), [chain]: { number, hash, until: until.toISOString() } }
  const file = headsFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(heads)}\n`, { mode: 0o600, flush: true })
  renameSync(fresh, file)
}

/**
 * Why a chain must not be sealed further: it does not lead on from the newest seal that this machine has noted. Another
 * machine may have added seals since. Without a note the newest seal counts, as it does on a new machine.
 */
export async function headProblems(db: Queryable, chain: Chain, heads: ChainHeads): Promise<string[]> {
  const head = heads[chain]
  const from = head?.number ?? (await lastSeal(db, chain))?.number
  if (from === undefined) return []
  let last: Seal | undefined
  for await (const seal of allSeals(db, chain, from)) {
    if (!last && head && (seal.number !== head.number || seal.hash !== head.hash)) return [noSuchSeal(chain, head.hash)]
    const problems = linkProblems(seal, last, { isFirstKnown: last === undefined })
    if (problems.length > 0) return problems
    last = seal
  }
  return last ? [] : [noSuchSeal(chain, head?.hash)]
}

export function noSuchSeal(chain: Chain, hash: string | undefined): string {
  return `The chain of ${chain} does not hold seal ${hash}, which was noted outside the database: the chain was cut off, rewritten or begun anew.`
}
