import pg from 'pg'
import { expect, vi } from 'vitest'
import { addJob } from '../platform/jobs/add-job.ts'
import type { TestServer } from './test-server.ts'

const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const LIMIT = { timeout: 60_000, interval: 20 }

export const chunksOf = ({ db }: TestServer, id: string) =>
  db.selectFrom('sweep_chunks').selectAll().where('sweep_id', '=', id).orderBy('number').execute()

/** As a sweep of more days would be: chunks of a few combinations each. Returns how many. */
export async function splitSweep(server: TestServer, id: string, size: number): Promise<number> {
  const [whole, ...rest] = await chunksOf(server, id)
  expect(rest).toEqual([])
  const count = Math.ceil(whole!.combinations / size)
  await server.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sweep_chunks').where('sweep_id', '=', id).execute()
    for (let number = 0; number < count; number++) {
      const first = number * size
      const combinations = Math.min(size, whole!.combinations - first)
      await tx.insertInto('sweep_chunks').values({ sweep_id: id, number, first, combinations }).execute()
      await addJob(tx, 'run_sweep_chunk', { sweepId: id, chunk: number }, `sweep-${id}-${number}`)
    }
  })
  return count
}

/** Holds the sweep's row, for which whoever stores the results of a chunk waits. */
export async function holdSweep(server: TestServer, id: string) {
  // Two sessions: in a transaction the activity of others looks as it was at the first look.
  const owner = new pg.Pool({ connectionString: server.ownerUrl })
  const locker = await owner.connect()
  await locker.query('begin')
  await locker.query('select from script_sweeps where id = $1 for update', [id])
  const waiting = (count: number) =>
    vi.waitFor(async () => expect((await owner.query(WAITING)).rowCount).toBe(count), LIMIT)
  return {
    waiting,
    endWaiting: () => owner.query(`select pg_terminate_backend(pid) from (${WAITING}) as waiting`),
    release: async () => {
      await locker.query('rollback')
      locker.release()
      await owner.end()
    },
  }
}
