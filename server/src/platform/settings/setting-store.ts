import type { SettingKey } from '@trading-bot/contract/rest/operations/settings'
import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../db/client.ts'
import { SETTINGS_LOCK } from '../db/locks.ts'
import type { Settings } from '../db/tables.ts'

export type SettingRow = Selectable<Settings>
type Value = string | number | boolean

export async function listRows(db: Queryable): Promise<SettingRow[]> {
  return db.selectFrom('settings').selectAll().execute()
}

export async function findRow(db: Queryable, key: SettingKey): Promise<SettingRow | undefined> {
  return db.selectFrom('settings').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function saveRow(tx: Tx, key: SettingKey, value: Value, by: string, now: Date): Promise<SettingRow> {
  const fresh = { value: JSON.stringify(value), updated_at: now, updated_by: by }
  return tx
    .insertInto('settings')
    .values({ key, ...fresh })
    .onConflict((on) => on.column('key').doUpdateSet(fresh))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteRow(tx: Tx, key: SettingKey): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', key).execute()
}

/**
 * Changes run one at a time, so that each audit line has the previous value; rows that do not exist yet cannot be
 * locked.
 */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(tx)
}
