import { runMigrations } from 'graphile-worker'
import type pg from 'pg'

/** Creates the job queue's own tables in a database where no worker has run yet. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}
