import { runMigrations } from 'graphile-worker'
import type pg from 'pg'

/** The job queue's own tables, for a database on which no worker has run yet. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}
