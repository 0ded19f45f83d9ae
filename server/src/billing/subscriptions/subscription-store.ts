import { type Selectable, sql } from 'kysely'
import { anyOf, batchStatements, rowFor } from '../../platform/db/batch-statements.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { Periods, Subscriptions } from '../../platform/db/tables.ts'
import { updateEach } from '../../platform/db/update-each.ts'
import { stopInstances } from './subscription-ports.ts'

export type SubscriptionRow = Selectable<Subscriptions>
export type PeriodRow = Selectable<Periods>

/**
 * Everything that moves a user's money takes this lock first, so that two tabs, a webhook and a poller run one after
 * the other. It is not the full row lock, which would also block inserts that reference the user, such as the log line
 * of a failed log-in. Several users are locked in the order of their ids, so that two who lock them do not deadlock.
 */
export const lockUserForBilling: (tx: Tx, userId: string) => Promise<void> = batchStatements(
  async (tx, ids: readonly string[]) => {
    const query = tx.selectFrom('users').select('id').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate()
    const locked = rowFor(ids, await query.execute(), idOf)
    if (locked.includes(undefined)) throw new Error('there is no such user to lock for billing')
    return locked.map(() => undefined)
  },
)

const idOf = ({ id }: { readonly id: string }) => id

export const findSubscription = batchStatements(async (db, ids: readonly string[]) =>
  rowFor(ids, await db.selectFrom('subscriptions').selectAll().where('id', '=', anyOf(ids)).execute(), idOf),
)

type Current = 'active' | 'pending'

/** A user has at most one of each. */
export async function findByStatus(db: Queryable, userId: string, status: Current) {
  return findCurrent[status](db, userId)
}

const inStatus = (status: Current) =>
  batchStatements(async (db, userIds: readonly string[]) => {
    const query = db
      .selectFrom('subscriptions')
      .selectAll()
      .where('user_id', '=', anyOf(userIds))
      .where('status', '=', status)
    return rowFor(userIds, await query.execute(), ({ user_id }) => user_id)
  })

const findCurrent = { active: inStatus('active'), pending: inStatus('pending') }
export const findPending = findCurrent.pending

/** Active and not past its end. */
export async function findValid(db: Queryable, userId: string, now: Date): Promise<SubscriptionRow | undefined> {
  const row = await findByStatus(db, userId, 'active')
  return row?.end_at && row.end_at > now ? row : undefined
}

/** The same rule for SQL statements that alias the subscription as s. */
export function isValidSql(now: Date) {
  return sql<boolean>`(s.status = 'active' and s.end_at > ${now})`
}

/**
 * Share-locks the valid subscription until the transaction ends: starting its bot instance and ending or changing the
 * plan exclude each other, so that no instance runs for a plan that has ended.
 */
export async function lockValid(tx: Tx, id: string, now: Date): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('end_at', '>', now)
    .forShare()
    .executeTakeFirst()
}

export async function findNewestEnded(db: Queryable, userId: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'not in', ['active', 'pending'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewSubscription = Pick<SubscriptionRow, 'id' | 'user_id' | 'plan_id' | 'bot_plan_id' | 'billing_cycle'>

export async function insertPending(db: Queryable, row: NewSubscription, now: Date): Promise<SubscriptionRow> {
  return db
    .insertInto('subscriptions')
    .values({ ...row, status: 'pending', created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Change = Partial<Omit<SubscriptionRow, 'id' | 'user_id' | 'created_at' | 'updated_at'>>

/** Ending a subscription always stops its bot instances: there is no other way to end one. */
export async function changeSubscription(
  tx: Tx,
  id: string,
  change: Change,
  now: Date,
  endReason?: string,
): Promise<SubscriptionRow> {
  const row = await updateSubscription(tx, { id, change: { ...change, updated_at: now } })
  if (!row) throw new Error(`there is no subscription ${id}`)
  if (row.status !== 'active' && row.status !== 'pending') {
    const usual = row.status === 'expired' ? 'Your plan has expired.' : 'Your plan was cancelled.'
    await stopInstances.ask(tx, id, endReason ?? usual, now)
  }
  return row
}

const updateSubscription = batchStatements(
  async (tx, changes: readonly { readonly id: string; readonly change: object }[]) =>
    rowFor(changes.map(idOf), await updateEach<SubscriptionRow>(tx, 'subscriptions', changes), idOf),
)

export async function listOpenPeriods(db: Queryable, subscriptionId: string): Promise<PeriodRow[]> {
  return db
    .selectFrom('periods')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('closed_at', 'is', null)
    .orderBy('starts_at')
    .execute()
}

type NewPeriod = {
  id: string
  subscriptionId: string
  paymentId: string | null
  valuePaise: bigint
  couponPaise: bigint
  goodwillId: string | undefined
  monthlyPaise: bigint | null
  starts: Date
  ends: Date
}

export const insertPeriod = batchStatements(async (db, periods: readonly NewPeriod[]) => {
  const rows = periods.map((period) => ({
    id: period.id,
    subscription_id: period.subscriptionId,
    payment_id: period.paymentId,
    value_paise: period.valuePaise,
    coupon_paise: period.couponPaise,
    goodwill_id: period.goodwillId ?? null,
    monthly_paise: period.monthlyPaise,
    starts_at: period.starts,
    ends_at: period.ends,
  }))
  await db.insertInto('periods').values(rows).execute()
  return periods.map(() => undefined)
})

export async function closePeriod(db: Queryable, id: string, unusedPaise: bigint, now: Date): Promise<void> {
  await db.updateTable('periods').set({ closed_at: now, unused_paise: unusedPaise }).where('id', '=', id).execute()
}

type Placed = { readonly id: string; readonly startsMs: number; readonly endsMs: number }

export async function movePeriods(db: Queryable, periods: readonly Placed[]): Promise<void> {
  await sql`
    update periods set starts_at = moved.starts_at, ends_at = moved.ends_at
    from unnest(
      ${periods.map(({ id }) => id)}::uuid[],
      ${periods.map(({ startsMs }) => new Date(startsMs))}::timestamptz[],
      ${periods.map(({ endsMs }) => new Date(endsMs))}::timestamptz[]
    ) as moved (id, starts_at, ends_at)
    where periods.id = moved.id and periods.starts_at <> moved.starts_at`.execute(db)
}

/** The end date that its owner was reminded of: one reminder for each. */
export async function saveReminder(tx: Tx, { id, end_at }: SubscriptionRow): Promise<void> {
  await tx.updateTable('subscriptions').set({ reminded_for: end_at }).where('id', '=', id).execute()
}

/** Whether the plan that a user holds includes alerts by Telegram; true without a plan. */
export async function includesTelegram(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions s join plans p on p.id = s.plan_id
    where s.user_id = ${userId} and s.status = 'active' and not p.allows_telegram`.execute(db)
  return rows.length === 0
}
