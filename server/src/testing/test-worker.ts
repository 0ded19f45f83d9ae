import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { openDatabase } from '../platform/db/client.ts'
import { startJobs } from '../start-jobs.ts'
import type { TestServer } from './test-server.ts'

const LIMIT = { timeout: 15_000, interval: 20 }

/** A process of its own from the database's point of view; its log lines are kept. */
export async function startTestWorker(server: TestServer) {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 8)
  const config = { ...server.deps.config, role: 'worker' } as const
  const jobs = await startJobs({ ...server.deps, config, db: database.db }, database.pool, log)
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    // A job that has just finished may not be deleted yet.
    const locked = 'select from graphile_worker._private_jobs where locked_by is not null'
    await vi.waitFor(async () => expect((await database.pool.query(locked)).rows).toEqual([]), LIMIT)
    await jobs.stop()
    await database.close()
  }
  return { lines, stop }
}

/** Makes the jobs due that wait for their next attempt, and wakes the workers. */
export async function hurryJobs({ db }: TestServer): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(db)
  await sql`select pg_notify('jobs:insert', '{"r":0,"count":1}')`.execute(db)
}
