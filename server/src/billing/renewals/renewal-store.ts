import { type Selectable, sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../platform/db/client.ts'
import type { RenewalAttempts, Renewals } from '../../platform/db/tables.ts'

export type RenewalRow = Selectable<Renewals>
export type AttemptRow = Selectable<RenewalAttempts>

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

export async function findRenewal(db: Queryable, id: string): Promise<RenewalRow | undefined> {
  return db.selectFrom('renewals').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findRenewalOf(db: Queryable, subscriptionId: string, forEnd: Date) {
  return db
    .selectFrom('renewals')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('for_end_at', '=', forEnd)
    .executeTakeFirst()
}

export async function listAttempts(db: Queryable, renewalId: string): Promise<AttemptRow[]> {
  return db.selectFrom('renewal_attempts').selectAll().where('renewal_id', '=', renewalId).orderBy('number').execute()
}

/** When to look again; the claim ends with the step. */
export async function planNext(db: Queryable, renewalId: string, nextAt: Date | null): Promise<void> {
  await db
    .updateTable('renewals')
    .set({ next_at: nextAt, claimed_until: null })
    .where('id', '=', renewalId)
    .where('state', '=', 'open')
    .execute()
}

type End = 'paid' | 'failed' | 'stopped' | 'by_hand'

/** True for the one that closes it; an attempt that was not asked of the bank ends with it. */
export async function closeRenewal(
  tx: Tx,
  renewalId: string,
  state: End,
  reason: string | null,
  now: Date,
): Promise<boolean> {
  const closed = await tx
    .updateTable('renewals')
    .set({ state, reason, closed_at: now, next_at: null, claimed_until: null })
    .where('id', '=', renewalId)
    // A late capture pays what had already failed.
    .where('state', 'in', state === 'paid' ? ['open', 'failed', 'stopped'] : ['open'])
    .executeTakeFirst()
  await tx
    .updateTable('renewal_attempts')
    .set({ state: 'ended', closed_at: now })
    .where('renewal_id', '=', renewalId)
    .where('state', 'in', ['recorded', 'ordered', 'notified', 'debiting'])
    .execute()
  return closed.numUpdatedRows === 1n
}

type AttemptState = 'recorded' | 'ordered' | 'notified' | 'debiting' | 'captured' | 'failed' | 'ended'
type AttemptFacts = Partial<
  Pick<
    AttemptRow,
    | 'notice_id'
    | 'notified_at'
    | 'debit_at'
    | 'debit_asked_at'
    | 'provider_payment_id'
    | 'error_reason'
    | 'failure'
    | 'closed_at'
  >
>

/** False if it was in none of the former states: somebody else has moved it. */
export async function moveAttempt(
  db: Queryable,
  id: string,
  from: readonly AttemptState[],
  to: AttemptState,
  facts: AttemptFacts = {},
): Promise<boolean> {
  const moved = await db
    .updateTable('renewal_attempts')
    .set({ state: to, ...facts })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** The same with the time of the next look, in one statement. */
export async function moveAttemptAndPlan(
  db: Queryable,
  { id, renewal_id }: Pick<AttemptRow, 'id' | 'renewal_id'>,
  from: readonly AttemptState[],
  to: AttemptState,
  { nextAt, ...facts }: AttemptFacts & { readonly nextAt: Date },
): Promise<boolean> {
  const planned = await db
    .with('moved', (moving) =>
      moving
        .updateTable('renewal_attempts')
        .set({ state: to, ...facts })
        .where('id', '=', id)
        .where('state', 'in', [...from])
        .returning('renewal_id'),
    )
    .updateTable('renewals')
    .set({ next_at: nextAt, claimed_until: null })
    .where('id', '=', renewal_id)
    .where('state', '=', 'open')
    .where((row) => row.exists(row.selectFrom('moved').select('renewal_id')))
    .executeTakeFirst()
  return planned.numUpdatedRows === 1n
}
