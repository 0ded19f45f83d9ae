import { sql } from 'kysely'
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
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, queue_name := ${queue ?? null}::text,
    run_at := now() + ${afterMs}::float8 * interval '1 millisecond', job_key := ${key}, max_attempts := 25)`.execute(db)
}
