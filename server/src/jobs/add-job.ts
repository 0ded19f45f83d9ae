import { sql } from 'kysely'
import type { Queryable } from '../db/client.ts'

/** In the caller's transaction: the job exists if and only if the rest commits. One key, one waiting job. */
export async function addJob(db: Queryable, task: string, payload: object, key: string): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key}, max_attempts := 25)`.execute(
    db,
  )
}
