import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { addJob } from './add-job.ts'
import { keepLiveness } from './keep-liveness.ts'

// Of this database only: other test files have theirs on the same server.
const HELD = `
  select from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and locktype = 'advisory'`

test('a dead worker loses its jobs, a living one keeps them from its first moment', async () => {
  const own = await createTestDatabase()
  const { db, pool, close } = openDatabase(own.url, () => undefined, 4)
  for (const worker of ['alive', 'dead']) {
    await addJob(db, 'any', {}, worker)
    await sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() where key = ${worker}`.execute(
      db,
    )
  }
  const liveness = await keepLiveness(pool, pino({ level: 'silent' }))
  liveness.events.emit('worker:create', { worker: { workerId: 'alive' } } as never)
  const holders = async () => {
    const { rowCount } = await pool.query(HELD)
    return rowCount
  }
  await vi.waitFor(async () => expect(await holders()).toBe(1), { timeout: 500, interval: 5 })
  const locked = async () => {
    const { rows } = await pool.query<{ locked_by: string }>(
      'select locked_by from graphile_worker._private_jobs where locked_by is not null',
    )
    return rows.map(({ locked_by }) => locked_by)
  }
  await vi.waitFor(async () => expect(await locked()).toEqual(['alive']), { timeout: 5_000, interval: 20 })
  await liveness.stop()
  await close()
  await own.drop()
})
