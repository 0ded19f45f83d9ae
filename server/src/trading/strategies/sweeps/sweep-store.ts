import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { ScriptSweeps } from '../../../platform/db/tables.ts'

export type SweepRow = Selectable<ScriptSweeps>

type NewSweep = Pick<SweepRow, 'id' | 'bot_id' | 'version' | 'requested_by'> & { readonly request: object }
type Chunk = { readonly number: number; readonly first: number; readonly combinations: number }
type ChunkKey = { readonly sweepId: string; readonly chunk: number }

export async function insertSweep(
  tx: Tx,
  { request, ...sweep }: NewSweep,
  chunks: readonly Chunk[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('script_sweeps')
    .values({ ...sweep, request: JSON.stringify(request), created_at: now })
    .execute()
  await tx
    .insertInto('sweep_chunks')
    .values(chunks.map((chunk) => ({ ...chunk, sweep_id: sweep.id })))
    .execute()
}

export async function findSweep(db: Queryable, id: string): Promise<SweepRow | undefined> {
  return db.selectFrom('script_sweeps').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Others that end a chunk of it wait until the transaction is over, so that exactly one of them ends the last. */
export async function lockSweep(tx: Tx, id: string): Promise<SweepRow | undefined> {
  return tx.selectFrom('script_sweeps').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
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

/** Undefined if the sweep is over or the chunk has its results. */
export async function beginChunk(db: Queryable, { sweepId, chunk }: ChunkKey, now: Date) {
  await db
    .updateTable('script_sweeps')
    .set({ state: 'running', started_at: now })
    .where('id', '=', sweepId)
    .where('state', '=', 'queued')
    .execute()
  return db
    .updateTable('sweep_chunks')
    .from('script_sweeps')
    .set({ starts: sql<number>`sweep_chunks.starts + 1` })
    .whereRef('script_sweeps.id', '=', 'sweep_chunks.sweep_id')
    .where('sweep_chunks.sweep_id', '=', sweepId)
    .where('sweep_chunks.number', '=', chunk)
    .where('sweep_chunks.results', 'is', null)
    .where('script_sweeps.state', '=', 'running')
    .returning(['sweep_chunks.first', 'sweep_chunks.combinations', 'sweep_chunks.starts'])
    .executeTakeFirst()
}

/** A start that was ended by the database's absence, not by the process's end. */
export async function forgetStart(db: Queryable, { sweepId, chunk }: ChunkKey): Promise<void> {
  await db
    .updateTable('sweep_chunks')
    .set({ starts: sql<number>`starts - 1` })
    .where('sweep_id', '=', sweepId)
    .where('number', '=', chunk)
    .where('results', 'is', null)
    .where('starts', '>', 0)
    .execute()
}

export async function isRunning(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('script_sweeps').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'running'
}

/** False if another worker has stored them. */
export async function saveResults(tx: Tx, { sweepId, chunk }: ChunkKey, results: object, now: Date): Promise<boolean> {
  const saved = await tx
    .updateTable('sweep_chunks')
    .set({ results: JSON.stringify(results), finished_at: now })
    .where('sweep_id', '=', sweepId)
    .where('number', '=', chunk)
    .where('results', 'is', null)
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

/** Of 1, over all combinations. */
export async function readDoneShare(db: Queryable, id: string): Promise<number> {
  const { share } = await db
    .selectFrom('sweep_chunks')
    .select(
      sql<number>`coalesce(sum(combinations) filter (where results is not null), 0)::float8 / sum(combinations)`.as(
        'share',
      ),
    )
    .where('sweep_id', '=', id)
    .executeTakeFirstOrThrow()
  return share
}

/** In the order of the combinations. */
export async function readResults(db: Queryable, id: string): Promise<unknown[]> {
  const chunks = await db
    .selectFrom('sweep_chunks')
    .select('results')
    .where('sweep_id', '=', id)
    .orderBy('number')
    .execute()
  return chunks.map(({ results }) => results)
}

export async function saveProgress(tx: Tx, id: string, progress: number, basis: object): Promise<void> {
  await tx
    .updateTable('script_sweeps')
    .set({ progress, basis: JSON.stringify(basis) })
    .where('id', '=', id)
    .execute()
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

export async function cancelRow(db: Queryable, id: string, now: Date): Promise<boolean> {
  const cancelled = await db
    .updateTable('script_sweeps')
    .set({ state: 'cancelled', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return cancelled.numUpdatedRows > 0n
}

/** Ends those that have not moved for long, and deletes old reports: a sweep can be run again from its version. */
export async function tidySweeps(
  db: Queryable,
  { movedBefore, madeBefore, now }: { movedBefore: Date; madeBefore: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('script_sweeps')
    .set({ state: 'failed', error: 'It did not end in time.', finished_at: now })
    .where('state', 'in', ['queued', 'running'])
    .where(({ fn }) => fn.coalesce('started_at', 'created_at'), '<', movedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sweep_chunks')
            .select('number')
            .whereRef('sweep_id', '=', 'script_sweeps.id')
            .where('finished_at', '>=', movedBefore),
        ),
      ),
    )
    .execute()
  await db
    .deleteFrom('script_sweeps')
    .where('created_at', '<', madeBefore)
    .where('state', 'not in', ['queued', 'running'])
    .execute()
}
