import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { MaintenanceWindows } from '../../platform/db/tables.ts'

export type WindowRow = Selectable<MaintenanceWindows>
export type WindowFields = Pick<WindowRow, 'title' | 'message' | 'starts_at' | 'ends_at' | 'is_active'>

const PAGE = 200

export async function listWindows(db: Queryable, before: Date | undefined): Promise<WindowRow[]> {
  return db
    .selectFrom('maintenance_windows')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('starts_at', '<', before ?? new Date()))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute()
}

export async function findWindow(db: Queryable, id: string): Promise<WindowRow | undefined> {
  return db.selectFrom('maintenance_windows').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Windows under way, or starting before `until`; the earliest start first. */
export async function findNearest(db: Queryable, now: Date, until: Date): Promise<WindowRow | undefined> {
  return db
    .selectFrom('maintenance_windows')
    .selectAll()
    .where('is_active', '=', true)
    .where('ends_at', '>', now)
    .where('starts_at', '<=', until)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function insertWindow(tx: Tx, id: string, fields: WindowFields, now: Date): Promise<WindowRow> {
  return tx
    .insertInto('maintenance_windows')
    .values({ id, ...fields, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeWindow(tx: Tx, id: string, fields: WindowFields, now: Date): Promise<WindowRow> {
  return tx
    .updateTable('maintenance_windows')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteWindow(tx: Tx, id: string): Promise<WindowRow | undefined> {
  return tx.deleteFrom('maintenance_windows').where('id', '=', id).returningAll().executeTakeFirst()
}
