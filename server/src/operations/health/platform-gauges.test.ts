import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SHARD_LOCK } from '../../platform/db/locks.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { newId } from '../../platform/ids.ts'
import { readMetrics } from '../../testing/read-metrics.ts'
import { signUp } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'

let server: TestServer
let dataDir: string
let isDatabaseUp = true
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'metrics-'))
  server = await startTestServer({ dataDir }, { checks: { database: async () => isDatabaseUp } })
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true })
})
// Past the five seconds for which a reading is kept.
beforeEach(() => server.moveTime(10_000))

const read = async () => readMetrics(server.metrics)

async function setOrder(change: { state: string; mode: 'live' | 'paper'; ageMs: number }): Promise<void> {
  const sentAt = new Date(server.deps.clock.now().getTime() - change.ageMs)
  const { position } = await addOpenPosition(server, await addTrader(server))
  await server.db
    .updateTable('orders')
    .set({ state: change.state, mode: change.mode, sent_at: sentAt, created_at: sentAt, ended_at: null })
    .where('position_id', '=', position)
    .execute()
}

test('open orders are counted by state and mode, with the ages of the oldest unknown and unsent one', async () => {
  const before = await read()
  expect(before.get('trading_orders_open{state="UNKNOWN",mode="live"}')).toBe(0)
  expect(before.get('trading_orders_oldest_unknown_seconds{mode="live"}')).toBe(0)
  server.moveTime(5_000)
  await setOrder({ state: 'UNKNOWN', mode: 'live', ageMs: 90_000 })
  await setOrder({ state: 'UNKNOWN', mode: 'live', ageMs: 30_000 })
  await setOrder({ state: 'SENDING', mode: 'paper', ageMs: 7_000 })
  const after = await read()
  expect(after.get('trading_orders_open{state="UNKNOWN",mode="live"}')).toBe(2)
  expect(after.get('trading_orders_open{state="SENDING",mode="paper"}')).toBe(1)
  expect(after.get('trading_orders_oldest_unknown_seconds{mode="live"}')).toBe(90)
  expect(after.get('trading_orders_oldest_unknown_seconds{mode="paper"}')).toBe(0)
  expect(after.get('trading_orders_oldest_unsent_seconds{mode="paper"}')).toBe(7)
})

test('a shard is unheld until an engine has its lock, and takeovers for silence are counted for ten minutes', async () => {
  await sql`insert into takeovers (session_pid, silent_since, role, at)
    select minutes, now(), 'feed', now() - minutes * interval '1 minute' from unnest(array[1, 9, 11]) as minutes`.execute(
    server.db,
  )
  const before = await read()
  expect(before.get('engine_shards_unheld')).toBe(64)
  expect(before.get('takeovers_for_silence{role="feed"}')).toBe(2)
  expect(before.get('takeovers_for_silence{role="engine"}')).toBe(0)
  server.moveTime(5_000)
  await server.db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${SHARD_LOCK}, 7)`.execute(holder)
    const held = await read()
    expect([held.get('engine_shards_total'), held.get('engine_shards_unheld')]).toEqual([64, 63])
    await sql`select pg_advisory_unlock(${SHARD_LOCK}, 7)`.execute(holder)
  })
})

test('jobs that are due and events that wait have an age', async () => {
  const now = server.deps.clock.now().getTime()
  // Mails of the accounts above.
  await sql`delete from graphile_worker._private_jobs`.execute(server.db)
  await addJob(server.db, 'send_operator_webhook', {}, 'alert')
  const [dueAt, madeAt] = [new Date(now - 40_000), new Date(now - 70_000)]
  await sql`update graphile_worker._private_jobs set run_at = ${dueAt}, created_at = ${madeAt}`.execute(server.db)
  await server.db
    .insertInto('payment_events')
    .values({
      event_id: newId(new Date(now)),
      event: 'payment.captured',
      body: '{}',
      received_at: new Date(now - 25_000),
    })
    .execute()
  const due = await read()
  expect([due.get('jobs_due'), due.get('jobs_oldest_due_seconds'), due.get('jobs_failed')]).toEqual([1, 40, 0])
  expect(due.get('webhook_lag_seconds{webhook="operator"}')).toBe(70)
  expect(due.get('webhook_lag_seconds{webhook="payments"}')).toBe(25)
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(server.db)
  await server.db
    .updateTable('payment_events')
    .set({ applied_at: new Date(now) })
    .execute()
  server.moveTime(5_000)
  const failed = await read()
  expect([failed.get('jobs_due'), failed.get('jobs_oldest_due_seconds'), failed.get('jobs_failed')]).toEqual([0, 0, 1])
  expect(failed.get('webhook_lag_seconds{webhook="payments"}')).toBe(0)
  // As a running job is left that a newer one of its key replaced, whatever became of it.
  await sql`update graphile_worker._private_jobs set key = null`.execute(server.db)
  server.moveTime(5_000)
  expect((await read()).get('jobs_failed')).toBe(0)
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since)
    select task_identifier, now() from graphile_worker.jobs`.execute(server.db)
  server.moveTime(5_000)
  expect((await read()).get('jobs_failed')).toBe(1)
})

test('the calendar’s days reach to the first year that nobody has confirmed', async () => {
  // The server's clock stands in November 2026, whose calendar is shipped.
  expect((await read()).get('calendar_days_left')).toBe(46)
  await server.db.insertInto('calendar_years').values({ year: 2027, confirmed_at: server.deps.clock.now() }).execute()
  server.moveTime(5_000)
  expect((await read()).get('calendar_days_left')).toBe(46 + 365)
})

test('the age of the newest backup is absent until one is noted', async () => {
  expect((await read()).has('backup_newest_age_seconds')).toBe(false)
  server.moveTime(5_000)
  const madeAt = new Date(server.deps.clock.now().getTime() - 3_600_000)
  await writeFile(path.join(dataDir, 'newest-backup'), `${madeAt.toISOString()}\n`)
  expect((await read()).get('backup_newest_age_seconds')).toBe(3_600)
  await writeFile(path.join(dataDir, 'newest-backup'), 'yesterday')
  server.moveTime(5_000)
  expect((await read()).has('backup_newest_age_seconds')).toBe(false)
})

test('a database that does not answer is down, and what only it knows is absent', async () => {
  const up = await read()
  expect(up.get('database_up')).toBe(1)
  expect(up.get('database_size_bytes')).toBeGreaterThan(1_000_000)
  expect(up.get('database_connections')).toBeGreaterThan(0)
  expect(up.get('data_disk_free_bytes')).toBeLessThan(up.get('data_disk_size_bytes') ?? 0)
  isDatabaseUp = false
  server.moveTime(5_000)
  expect((await read()).get('database_up')).toBe(0)
  isDatabaseUp = true
})

test('event streams are counted while they are open', async () => {
  const { access } = await signUp(server)
  const request = http.get(`${server.url}/api/live/`, { agent: false, headers: { authorization: `Bearer ${access}` } })
  await once(request, 'response')
  expect((await read()).get('event_streams_open')).toBe(1)
  request.destroy()
  await vi.waitFor(async () => expect((await read()).get('event_streams_open')).toBe(0))
})
