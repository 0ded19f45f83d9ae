import { type Selectable, sql } from 'kysely'
import { anyOf, batchStatements, rowFor } from '../../platform/db/batch-statements.ts'
import type { Db, Queryable, Tx } from '../../platform/db/client.ts'
import type { Renewals } from '../../platform/db/tables.ts'
import { updateEach } from '../../platform/db/update-each.ts'

export type RenewalRow = Selectable<Renewals>

/** A worker that dies gives back what it took. */
const CLAIM_MS = 120_000

export type Claimed = Pick<RenewalRow, 'id' | 'user_id'>

/** Takes what is due, so that several workers share it; the claim is a column and no lock is held over a provider call. */
export async function claimDue(db: Db, now: Date, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update renewals set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
    where id in (
      select id from renewals
      where state = 'open' and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by next_at limit ${limit} for update skip locked)
    returning id, user_id`.execute(db)
  return rows
}

const idOf = ({ id }: { readonly id: string }) => id

export const findRenewal = batchStatements(async (db, ids: readonly string[]) =>
  rowFor(ids, await db.selectFrom('renewals').selectAll().where('id', '=', anyOf(ids)).execute(), idOf),
)

export async function findRenewalOf(db: Queryable, subscriptionId: string, forEnd: Date) {
  return findByEnd(db, { subscriptionId, forEnd })
}

type EndOfPlan = { readonly subscriptionId: string; readonly forEnd: Date }

const findByEnd = batchStatements(async (db, ends: readonly EndOfPlan[]) => {
  const { rows } = await sql<RenewalRow>`
    select r.* from renewals r
    join unnest(${ends.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${ends.map(({ forEnd }) => forEnd)}::timestamptz[])
      as asked (subscription_id, for_end_at)
      on asked.subscription_id = r.subscription_id and asked.for_end_at = r.for_end_at`.execute(db)
  const keyOf = (subscriptionId: string, forEnd: Date) => `${subscriptionId} ${forEnd.getTime()}`
  const keys = ends.map(({ subscriptionId, forEnd }) => keyOf(subscriptionId, forEnd))
  return rowFor(keys, rows, (row) => keyOf(row.subscription_id, row.for_end_at))
})

/** When to look again; the claim ends with the step. False if the renewal is no longer open. */
export async function planNext(db: Queryable, renewalId: string, nextAt: Date | null): Promise<boolean> {
  return updateOpen(db, { id: renewalId, change: { next_at: nextAt, claimed_until: null } })
}

/** The step goes on outside of the transaction: a worker that dies meanwhile is followed by another. */
export async function keepUntil(tx: Tx, renewalId: string, nextAt: Date): Promise<void> {
  await updateOpen(tx, { id: renewalId, change: { next_at: nextAt } })
}

type Change = { readonly id: string; readonly change: Partial<RenewalRow> }

const updateOpen = batchStatements(async (db, changes: readonly Change[]) => {
  const rows = await updateEach<RenewalRow>(db, 'renewals', changes, sql`t.state = 'open'`)
  return rowFor(changes.map(idOf), rows, idOf).map((row) => row !== undefined)
})

type End = 'paid' | 'failed' | 'stopped' | 'by_hand'

/** True for the one that closes it; an attempt that was not asked of the bank ends with it. */
export async function closeRenewal(
  tx: Tx,
  renewalId: string,
  state: End,
  reason: string | null,
  now: Date,
): Promise<boolean> {
  const end = { state, reason, closed_at: now, next_at: null, claimed_until: null }
  const isClosed = await updateClosing[state === 'paid' ? 'paid' : 'unpaid'](tx, { id: renewalId, change: end })
  await endOpenAttempts(tx, { renewalId, now })
  return isClosed
}

const closing = (from: readonly string[]) =>
  batchStatements(async (tx, changes: readonly Change[]) => {
    const rows = await updateEach<RenewalRow>(tx, 'renewals', changes, sql`t.state = any(${from}::text[])`)
    return rowFor(changes.map(idOf), rows, idOf).map((row) => row !== undefined)
  })

// A late capture pays what had already failed.
const updateClosing = { paid: closing(['open', 'failed', 'stopped']), unpaid: closing(['open']) }

const endOpenAttempts = batchStatements(
  async (tx, closed: readonly { readonly renewalId: string; readonly now: Date }[]) => {
    await sql`
    update renewal_attempts a set state = 'ended', closed_at = closed.at
    from unnest(${closed.map(({ renewalId }) => renewalId)}::uuid[], ${closed.map(({ now }) => now)}::timestamptz[])
      as closed (renewal_id, at)
    where a.renewal_id = closed.renewal_id and a.state in ('recorded', 'ordered', 'notified', 'debiting')`.execute(tx)
    return closed.map(() => undefined)
  },
)
