import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../db/client.ts'
import { SEAL_LOCK } from '../db/locks.ts'
import type { Deps } from '../http/context.ts'
import { addJob } from '../jobs/add-job.ts'
import { headProblems, noteHead, readHeads } from './chain-heads.ts'
import { NO_PREVIOUS, type Seal, signSeal } from './seal.ts'
import { addSeal, lastSeal } from './seal-store.ts'
import { CHAINS, type Chain, firstAfter, lateProblems, oldestOpenOrder, readLeaves } from './sealed-chains.ts'
import { signingKeyOf } from './signing-key.ts'

// A record's time is taken before its transaction commits: by then every transaction of that time has ended.
const SETTLED_AFTER_MS = 15 * 60_000
const LONGEST_STRETCH_MS = DAY_MS

type Sealing = {
  readonly seals: readonly Seal[]
  /** What an administrator has to look into. */
  readonly problems: readonly string[]
}

/**
 * Seals what was recorded since the last seal. In batches and afterwards: a chain through every single line would make
 * all writers wait for each other. A chain that does not lead on from the newest seal noted outside the database is not
 * sealed further: the product would sign what a forger wrote.
 */
export async function sealHistory(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<Sealing> {
  const seals: Seal[] = []
  const problems: string[] = []
  for (const chain of CHAINS) {
    for (;;) {
      const outcome = await sealNext(deps, chain)
      if (!outcome) break
      if ('problems' in outcome) {
        problems.push(...outcome.problems)
        break
      }
      noteHead(deps.config.dataDir, outcome)
      seals.push(outcome)
    }
    const last = await lastSeal(deps.db, chain)
    problems.push(...(await lateProblems(deps.db, chain, last?.until ?? new Date(0), deps.clock.now())))
  }
  return { seals, problems }
}

async function sealNext({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, chain: Chain) {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(tx)
    const problems = await headProblems(tx, chain, readHeads(config.dataDir))
    if (problems.length > 0) return { problems }
    const next = await nextSeal(tx, chain, clock.now())
    if (!next) return undefined
    const seal = signSeal(signingKeyOf(config.sealKey), next)
    await addSeal(tx, seal)
    if (config.auditWebhook !== undefined) await postHead(tx, seal)
    return seal
  })
}

/** Signed by itself, so that its reader needs no secret of ours. */
async function postHead(tx: Queryable, seal: Seal): Promise<void> {
  const { leaves: _, ...head } = seal
  await addJob(tx, 'send_audit_head', head, `audit-head:${head.chain}:${head.number}`)
}

async function nextSeal(tx: Queryable, chain: Chain, now: Date) {
  const last = await lastSeal(tx, chain)
  const after = last?.until ?? new Date(0)
  const first = await firstAfter(tx, chain, after)
  if (!first) return undefined
  const until = new Date(Math.min(first.getTime() + LONGEST_STRETCH_MS, await settledUntil(tx, chain, now)))
  if (until <= after) return undefined
  const leaves = await readLeaves(tx, chain, { after, until })
  if (leaves.length === 0) return undefined
  const records = leaves.length / 32
  const number = (last?.number ?? 0) + 1
  return { chain, number, after, until, records, leaves, previous: last?.hash ?? NO_PREVIOUS, sealed_at: now }
}

async function settledUntil(tx: Queryable, chain: Chain, now: Date): Promise<number> {
  const settled = now.getTime() - SETTLED_AFTER_MS
  const open = chain === 'orders' ? await oldestOpenOrder(tx) : undefined
  return open ? Math.min(settled, open.getTime() - 1) : settled
}
