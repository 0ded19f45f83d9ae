// A real streaming replica: how far behind it is proven to be, and when reports are no longer read there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/platform/db/client.ts'
import { watchReplica } from '../../server/src/platform/db/watch-replica.ts'
import { startReplicatedPostgres } from './replicated-postgres.ts'
import { until } from '../../product/testing/until.ts'

const MOST_LAG_MS = 3_000
let postgres: Awaited<ReturnType<typeof startReplicatedPostgres>>
let [primary, copy]: Database[] = []

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  await postgres.addReplica()
  primary = openDatabase(postgres.url, () => undefined, 2)
  copy = openDatabase(postgres.replicaUrl(), () => undefined, 2)
})
afterAll(async () => {
  await primary?.close()
  await copy?.close()
  await postgres.stop()
})

test('a replica is read while it follows, not while it is behind or after it was promoted', async () => {
  const errors: unknown[] = []
  const replica = watchReplica({
    primary: primary!.db,
    replica: copy!.db,
    mostLagMs: MOST_LAG_MS,
    onError: (error) => errors.push(error),
  })
  expect(replica.lagMs()).toBeNull()
  const isRead = () => replica.db() !== undefined
  await until('the replica to be read', async () => isRead())

  // Its log arrives and is not replayed, of which a replica itself knows nothing after a while without writes.
  await copy!.pool.query('select pg_wal_replay_pause()')
  await primary!.pool.query('create table behind (n int)')
  await until('the replica to be left alone', async () => !isRead())
  const leftAtMs = replica.lagMs() ?? 0
  expect(leftAtMs).toBeGreaterThan(MOST_LAG_MS)
  await copy!.pool.query('select pg_wal_replay_resume()')
  await until('the replica to be read again', async () => isRead())
  expect(replica.lagMs()).toBeLessThan(MOST_LAG_MS)
  expect((await copy!.pool.query('select n from behind')).rows).toEqual([])
  expect(errors).toEqual([])

  await postgres.failOver()
  await until('the promoted one to be left alone', async () => !isRead())
  await until('the promoted one to be no replica', async () => replica.lagMs() === null)
  replica.stop()
  console.log(`figure: left alone at a lag of ${leftAtMs} ms (limit ${MOST_LAG_MS} ms), and after its promotion`)
})
