import { type Selectable, sql } from 'kysely'
import type { AlgoRegistration } from '@trading-bot/contract/rest/trading/algos'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { AlgoRegistrations } from '../../platform/db/tables.ts'

type Row = Selectable<AlgoRegistrations>
export type RegistrationRow = Row & { readonly set_by_email: string | null }

/** The registrations, newest first: of all algos, or one by its id. */
export async function listRegistrations(db: Queryable, id?: string): Promise<RegistrationRow[]> {
  return db
    .selectFrom('algo_registrations')
    .leftJoin('users', 'users.id', 'algo_registrations.state_set_by')
    .selectAll('algo_registrations')
    .select('users.email as set_by_email')
    .$if(id !== undefined, (query) => query.where('algo_registrations.id', '=', id ?? ''))
    .orderBy('algo_registrations.created_at', 'desc')
    .orderBy('algo_registrations.id', 'desc')
    .execute()
}

export async function findRegistration(db: Queryable, id: string): Promise<RegistrationRow | undefined> {
  return (await listRegistrations(db, id))[0]
}

export async function lockRegistration(tx: Tx, id: string): Promise<Row | undefined> {
  return tx.selectFrom('algo_registrations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** False if the version has a registration or the algo id is taken; two unique indexes decide. */
export async function insertRegistration(tx: Tx, row: Row): Promise<boolean> {
  const inserted = await tx
    .insertInto('algo_registrations')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Change = Pick<Row, 'state' | 'algo_id' | 'report_day' | 'note' | 'state_since' | 'state_set_by'>

export async function updateRegistration(tx: Tx, id: string, change: Change): Promise<void> {
  await tx.updateTable('algo_registrations').set(change).where('id', '=', id).execute()
}

export async function isAlgoIdTaken(db: Queryable, exchange: string, algoId: string, exceptId: string) {
  const { rows } = await sql`
    select from algo_registrations
    where exchange = ${exchange} and upper(algo_id) = upper(${algoId}) and id <> ${exceptId}`.execute(db)
  return rows.length > 0
}

/** The state of the registration that a version trades under; null when nothing was applied for. */
export async function findAlgoState(
  db: Queryable,
  version: { readonly id: string; readonly version: number },
): Promise<AlgoRegistration['state'] | null> {
  const found = await db
    .selectFrom('bot_versions')
    .innerJoin('algo_registrations', 'algo_registrations.logic_hash', 'bot_versions.logic_hash')
    .select('algo_registrations.state')
    .where('bot_versions.bot_id', '=', version.id)
    .where('bot_versions.number', '=', version.version)
    .orderBy('algo_registrations.created_at', 'desc')
    .orderBy('algo_registrations.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (found?.state as AlgoRegistration['state'] | undefined) ?? null
}

/** Delivered when the transaction commits: engines ask again who may enter. */
export async function notifyEngines(tx: Tx): Promise<void> {
  await sql`select pg_notify('user_bots', '')`.execute(tx)
}
