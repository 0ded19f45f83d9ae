import { sql } from 'kysely'
import { batchStatements } from '../db/batch-statements.ts'
import type { Queryable } from '../db/client.ts'

/** Jobs of one queue run one after the other; `afterMs` is the minimum delay before the job runs. */
type When = { readonly queue?: string; readonly afterMs?: number }

/**
 * Added in the caller's transaction: the job exists if and only if that commits. One key has at most one waiting job.
 */
export async function addJob(
  db: Queryable,
  task: string,
  payload: object,
  key: string,
  { queue, afterMs = 0 }: When = {},
): Promise<void> {
  await insertJob(db, { task, payload: JSON.stringify(payload), queue: queue ?? null, afterMs, key })
}

type Job = {
  readonly task: string
  readonly payload: string
  readonly queue: string | null
  readonly afterMs: number
  readonly key: string
}

const insertJob = batchStatements(async (db, jobs: readonly Job[]) => {
  await sql`
    select graphile_worker.add_job(j.task, j.payload::json, queue_name := j.queue,
      run_at := now() + (j.after_ms * interval '1 millisecond'), job_key := j.key, max_attempts := 25)
    from jsonb_to_recordset(${JSON.stringify(jobs.map(({ afterMs, ...job }) => ({ ...job, after_ms: afterMs })))}::jsonb)
      as j (task text, payload text, queue text, after_ms float8, key text)`.execute(db)
  return jobs.map(() => undefined)
})
