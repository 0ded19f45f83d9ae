import { createHmac } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { batchStatements } from '../../../platform/db/batch-statements.ts'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import { TRIAL_LOCK } from '../../../platform/db/locks.ts'
import type { Trials } from '../../../platform/db/tables.ts'

export type TrialRow = Selectable<Trials>

/** Paid for by nobody yet; it may be over. */
export async function findTrialOf(db: Queryable, subscriptionId: string): Promise<TrialRow | undefined> {
  return db
    .selectFrom('trials')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('converted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether real money waits until the subscription, aliased as s, is paid for. */
export const isPaperTrialSql = sql<boolean>`exists (
  select from trials t where t.subscription_id = s.id and t.converted_at is null and not t.allows_live)`

/** By which a person is known again: the same mailbox or the same telephone, whatever account asks. */
export type PersonKeys = Pick<TrialRow, 'email_key' | 'phone_key'>

export function personKeys(secret: Buffer, { email, phone }: { email: string; phone: string }): PersonKeys {
  const keyed = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`trial ${kind} ${value}`).digest('hex')
  const digits = phone.replace(/\D/g, '').slice(-10)
  return {
    email_key: keyed('email', mailboxOf(email)),
    phone_key: digits.length === 10 ? keyed('phone', digits) : null,
  }
}

/** Where mail to an address arrives: what stands after a plus sign, and dots at Gmail, change nothing. */
function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const name = local.split('+')[0] ?? ''
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

export async function hadTrial(db: Queryable, userId: string, keys: PersonKeys): Promise<boolean> {
  const row = await db
    .selectFrom('trials')
    .select('user_id')
    .where((each) =>
      each.or([
        each('user_id', '=', userId),
        each('email_key', '=', keys.email_key),
        ...(keys.phone_key === null ? [] : [each('phone_key', '=', keys.phone_key)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Two accounts of one person must not begin at once: beginnings are rare and take turns. */
export async function lockTrials(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TRIAL_LOCK})`.execute(tx)
}

type NewTrial = Omit<TrialRow, 'told_days' | 'converted_at'>

export async function insertTrial(tx: Tx, trial: NewTrial): Promise<void> {
  await tx.insertInto('trials').values(trial).execute()
}

/** An operator gave more days: the trial is longer, and its notices are given anew. */
export async function lengthenTrial(tx: Tx, subscriptionId: string, endsAt: Date): Promise<void> {
  await tx
    .updateTable('trials')
    .set({ ends_at: endsAt, told_days: null })
    .where('subscription_id', '=', subscriptionId)
    .where('converted_at', 'is', null)
    .execute()
}

/** A period was paid for: the trial has turned into a plan, once. */
export async function noteConversion(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await convert(tx, { subscriptionId, now })
}

const convert = batchStatements(
  async (tx, paid: readonly { readonly subscriptionId: string; readonly now: Date }[]) => {
    await sql`
    update trials set converted_at = paid.at
    from unnest(${paid.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${paid.map(({ now }) => now)}::timestamptz[])
      as paid (subscription_id, at)
    join subscriptions s on s.id = paid.subscription_id
    where trials.user_id = s.user_id and trials.converted_at is null`.execute(tx)
    return paid.map(() => undefined)
  },
)

export async function saveTold(tx: Tx, userId: string, days: number): Promise<void> {
  await tx.updateTable('trials').set({ told_days: days }).where('user_id', '=', userId).execute()
}
