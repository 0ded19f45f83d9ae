import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { ScriptSweeps } from '../../../platform/db/tables.ts'

export type SweepRow = Selectable<ScriptSweeps>

type NewSweep = Pick<SweepRow, 'id' | 'bot_id' | 'version' | 'requested_by'> & { readonly request: object }

export async function insertSweep(tx: Tx, { request, ...sweep }: NewSweep, now: Date): Promise<void> {
  await tx
    .insertInto('script_sweeps')
    .values({ ...sweep, request: JSON.stringify(request), created_at: now })
    .execute()
}

export async function findSweep(db: Queryable, id: string): Promise<SweepRow | undefined> {
  return db.selectFrom('script_sweeps').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countOpenSweeps(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('script_sweeps')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('requested_by', '=', userId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** False if it was cancelled while it waited. */
export async function beginSweep(db: Queryable, id: string, now: Date): Promise<boolean> {
  const begun = await db
    .updateTable('script_sweeps')
    .set({ state: 'running', started_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return begun.numUpdatedRows > 0n
}

/** False if it is no longer running because it was cancelled. */
export async function saveSweepProgress(db: Queryable, id: string, progress: number): Promise<boolean> {
  const saved = await db
    .updateTable('script_sweeps')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

type Ending =
  | { readonly state: 'finished'; readonly report: object }
  | { readonly state: 'failed'; readonly error: string }

export async function endSweep(db: Queryable, id: string, ending: Ending, now: Date): Promise<void> {
  const result = ending.state === 'finished' ? { report: JSON.stringify(ending.report) } : { error: ending.error }
  await db
    .updateTable('script_sweeps')
    .set({ state: ending.state, ...result, progress: 100, finished_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

export async function cancelSweep(db: Queryable, id: string, now: Date): Promise<boolean> {
  const cancelled = await db
    .updateTable('script_sweeps')
    .set({ state: 'cancelled', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return cancelled.numUpdatedRows > 0n
}

/** Ends those whose worker is gone, and deletes old reports: a sweep can be run again from its version. */
export async function tidySweeps(
  db: Queryable,
  { begunBefore, madeBefore, now }: { begunBefore: Date; madeBefore: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('script_sweeps')
    .set({ state: 'failed', error: 'It did not end in time.', finished_at: now })
    .where('state', 'in', ['queued', 'running'])
    .where(({ fn }) => fn.coalesce('started_at', 'created_at'), '<', begunBefore)
    .execute()
  await db
    .deleteFrom('script_sweeps')
    .where('created_at', '<', madeBefore)
    .where('state', 'not in', ['queued', 'running'])
    .execute()
}
