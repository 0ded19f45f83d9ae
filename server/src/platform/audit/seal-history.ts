import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../db/client.ts'
import { SEAL_LOCK } from '../db/locks.ts'
import type { Deps } from '../http/context.ts'
import { NO_PREVIOUS, type Seal, signSeal } from './seal.ts'
import { addSeal, lastSeal } from './seal-store.ts'
import { CHAINS, type Chain, firstAfter, oldestOpenOrder, readLeaves } from './sealed-chains.ts'
import { signingKeyOf } from './signing-key.ts'

// A record's time is taken before its transaction commits: by then every transaction of that time has ended.
const SETTLED_AFTER_MS = 15 * 60_000
const LONGEST_STRETCH_MS = DAY_MS

/**
 * Seals what was recorded since the last seal. In batches and afterwards: a chain through every single line would make
 * all writers wait for each other. Returns the new seals.
 */
export async function sealHistory({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<Seal[]> {
  const key = signingKeyOf(config.sealKey)
  const seals: Seal[] = []
  for (const chain of CHAINS) {
    for (;;) {
      const seal = await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(tx)
        const next = await nextSeal(tx, chain, clock.now())
        if (!next) return undefined
        const signed = signSeal(key, next)
        await addSeal(tx, signed)
        return signed
      })
      if (!seal) break
      seals.push(seal)
    }
  }
  return seals
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
