import type { Selectable } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { RetentionRuns } from '../../platform/db/tables.ts'

export type Run = Selectable<RetentionRuns>

export async function saveRun(db: Queryable, run: Run): Promise<void> {
  const { ran_at, deleted } = run
  await db
    .insertInto('retention_runs')
    .values(run)
    .onConflict((on) => on.column('rule').doUpdateSet({ ran_at, deleted }))
    .execute()
}

export async function listRuns(db: Queryable): Promise<Run[]> {
  return db.selectFrom('retention_runs').selectAll().execute()
}
