import pg from 'pg'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { transactTogether } from '../db/batch-statements.ts'
import { openDatabase } from '../db/client.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { addJob } from './add-job.ts'
import { runJobs } from './run-jobs.ts'
import { awaitedPool } from './awaited-pool.ts'
import { forEachAlone } from './for-each-alone.ts'

const LIMIT = { timeout: 10_000, interval: 20 }

test('a job that runs longer than a sweep is not taken from its living worker', async () => {
  const testDatabase = await createTestDatabase()
  const { pool, close } = openDatabase(testDatabase.url, () => undefined, 8)
  const log = pino({ level: 'silent' })
  let starts = 0
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const tasks = {
    long_work: async () => {
      starts += 1
      await held
    },
  }
  // Two processes, from the database's point of view: each sweeps the other's jobs.
  const first = await runJobs({ pool, tasks, schedule: [], log })
  await pool.query("select graphile_worker.add_job('long_work')")
  await vi.waitFor(() => expect(starts).toBe(1), LIMIT)
  const second = await runJobs({ pool, tasks, schedule: [], log })
  const sweeps = vi.spyOn(pool, 'query')
  const count = () => sweeps.mock.calls.filter(([text]) => String(text).includes('force_unlock_workers')).length
  await vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(4), LIMIT)
  const { rows } = await pool.query('select locked_by from graphile_worker._private_jobs')
  expect(rows[0]?.locked_by).not.toBeNull()
  expect(starts).toBe(1)
  finish()
  await first.stop()
  await second.stop()
  await close()
})

test('a job that keeps failing, and one that failed for good, is reported with its reason', async () => {
  const testDatabase = await createTestDatabase()
  const { pool, close } = openDatabase(testDatabase.url, () => undefined, 8)
  const reported: object[] = []
  const tasks = {
    broken: async () => {
      throw new Error('the printer is on fire')
    },
  }
  const log = pino({ level: 'silent' })
  const jobs = await runJobs({ pool, tasks, schedule: [], log, onFailing: (job) => reported.push(job) })
  await pool.query("select graphile_worker.add_job('broken', max_attempts := 1)")
  const reason = 'the printer is on fire'
  await vi.waitFor(() => expect(reported).toEqual([{ task: 'broken', reason, isFinal: true }]), LIMIT)
  await jobs.stop()
  await close()
})

test('a statement that loses its connection or finds no room fails as one that the runner repeats, and others as they are', async () => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const { view } = awaitedPool(pool)
  const client = await view.connect()
  await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' })
  const full = `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`
  await expect(client.query(full)).rejects.toMatchObject({ code: '57P03' })
  await expect(client.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57P03' })
  client.release(true)
  const before = await pool.connect()
  const ownWay = before.query
  before.release()
  const again = await view.connect()
  expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  again.release()
  // What others borrow from the same pool is as it was.
  const borrowed = await pool.connect()
  expect(borrowed.query).toBe(ownWay)
  borrowed.release()
  await pool.end()
})

test('forEachAlone runs all items when one fails, and reports the failure at the end', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    if (item === 2) throw new Error('two is broken')
    done.push(item)
  }
  await expect(forEachAlone([1, 2, 3], work)).rejects.toThrow('1 of 3 failed')
  expect(done).toEqual([1, 3])
})

test('jobs that are added together each have their own payload, queue, delay and key', async () => {
  const testDatabase = await createTestDatabase()
  const { db, pool, close } = openDatabase(testDatabase.url, () => undefined, 2)
  const added = [
    { key: 'one', payload: { mailId: 'quoted "1"' }, queue: 'slow', afterMs: 0 },
    { key: 'two', payload: { mailId: '2' }, afterMs: 60_000 },
  ]
  await transactTogether(db, added, (tx, { key, payload, ...when }) => addJob(tx, 'send_mail', payload, key, when))
  const { rows } = await pool.query(`
    select j.key, p.payload, j.queue_name, j.max_attempts, j.run_at > now() + interval '50 seconds' as is_later
    from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id order by j.key`)
  const common = { max_attempts: 25 }
  expect(rows).toEqual([
    { ...common, key: 'one', payload: { mailId: 'quoted "1"' }, queue_name: 'slow', is_later: false },
    { ...common, key: 'two', payload: { mailId: '2' }, queue_name: null, is_later: true },
  ])
  await close()
})
