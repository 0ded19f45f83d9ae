import { type Selectable, sql } from 'kysely'
import { anyOf, batchStatements, rowFor } from '../../platform/db/batch-statements.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { Mandates } from '../../platform/db/tables.ts'
import { groupBy } from '../../platform/group-by.ts'
import { newId } from '../../platform/ids.ts'

export type MandateRow = Selectable<Mandates>
export type MandateStateName = 'created' | 'initiated' | 'confirmed' | 'rejected' | 'paused' | 'cancelled'

export const findMandate = batchStatements(async (db, ids: readonly string[]) =>
  rowFor(ids, await db.selectFrom('mandates').selectAll().where('id', '=', anyOf(ids)).execute(), ({ id }) => id),
)

export async function findMandateBy(
  db: Queryable,
  column: 'order_id' | 'token_id',
  value: string,
): Promise<MandateRow | undefined> {
  return db.selectFrom('mandates').selectAll().where(column, '=', value).executeTakeFirst()
}

/** The one that its holder would name: usable, else on its way, else the newest that ended. */
export const findOwnMandate = batchStatements(async (db, userIds: readonly string[]) => {
  const { rows } = await sql<MandateRow>`
    select m.* from unnest(${userIds}::uuid[]) asked (user_id)
    cross join lateral (
      select * from mandates m where m.user_id = asked.user_id order by m.created_at desc, m.id desc limit 20) m
    order by m.created_at desc, m.id desc`.execute(db)
  const byUser = groupBy(rows, ({ user_id }) => user_id)
  return userIds.map((userId) => {
    const own = byUser.get(userId.toLowerCase()) ?? []
    const inState = (...states: string[]) => own.find(({ state }) => states.includes(state))
    return inState('confirmed', 'paused') ?? inState('initiated') ?? own[0]
  })
})

export async function listOpenMandates(db: Queryable, userId: string): Promise<MandateRow[]> {
  return db
    .selectFrom('mandates')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', ['created', 'initiated', 'confirmed', 'paused'])
    .orderBy('created_at')
    .execute()
}

type NewMandate = Pick<MandateRow, 'id' | 'user_id' | 'method' | 'is_simulated' | 'max_paise' | 'expires_at'> & {
  readonly payment_id: string | null
}

export async function insertMandate(tx: Tx, mandate: NewMandate, now: Date): Promise<MandateRow> {
  const row = await tx
    .insertInto('mandates')
    .values({ ...mandate, state: 'created', created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteEvent(tx, row, 'holder', now)
  return row
}

type Move = {
  readonly state: MandateStateName
  readonly saidBy: 'holder' | 'provider' | 'platform'
  readonly reason?: string | null
}

/** Undefined if it is in that state already, or has ended: what is cancelled or rejected stays so. */
export async function moveMandate(tx: Tx, id: string, move: Move, now: Date): Promise<MandateRow | undefined> {
  const isEnd = move.state === 'cancelled' || move.state === 'rejected'
  const row = await tx
    .updateTable('mandates')
    .set({
      state: move.state,
      reason: move.reason ?? null,
      ...(move.state === 'confirmed' && { confirmed_at: now }),
      ...(isEnd && { ended_at: now }),
    })
    .where('id', '=', id)
    .where('state', 'not in', ['cancelled', 'rejected', move.state])
    .returningAll()
    .executeTakeFirst()
  if (row) await noteEvent(tx, row, move.saidBy, now)
  return row
}

async function noteEvent(tx: Tx, row: MandateRow, saidBy: Move['saidBy'], now: Date): Promise<void> {
  const event = { id: newId(now), mandate_id: row.id, at: now, state: row.state, said_by: saidBy, reason: row.reason }
  await tx.insertInto('mandate_events').values(event).execute()
}

type Facts = Partial<
  Pick<
    MandateRow,
    'order_id' | 'customer_id' | 'token_id' | 'bank' | 'account_hint' | 'said_at' | 'cancel_told_at' | 'polled_at'
  >
>

export async function saveMandateFacts(db: Queryable, id: string, facts: Facts): Promise<void> {
  await db.updateTable('mandates').set(facts).where('id', '=', id).execute()
}

/** The user's name at the provider; two requests at once agree on the first answer. */
export async function saveCustomer(
  db: Queryable,
  userId: string,
  isSimulated: boolean,
  customerId: string,
): Promise<string> {
  await db
    .insertInto('provider_customers')
    .values({ user_id: userId, is_simulated: isSimulated, customer_id: customerId })
    .onConflict((on) => on.doNothing())
    .execute()
  return (await findCustomer(db, userId, isSimulated)) ?? customerId
}

export async function findCustomer(db: Queryable, userId: string, isSimulated: boolean): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('is_simulated', '=', isSimulated)
    .executeTakeFirst()
  return row?.customer_id
}
