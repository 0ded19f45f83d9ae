// The short form of proof/engines/replica.proof.ts: a database that answers as a replica in whatever state it is given.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { type Database, openDatabase } from './client.ts'
import { watchReplica } from './watch-replica.ts'

let database: TestDatabase
let [primary, copy]: Database[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  primary = openDatabase(database.ownerUrl, () => undefined, 1)
  await primary.pool.query(`
    create schema scripted;
    create table scripted.state (is_replica boolean, replayed pg_lsn);
    insert into scripted.state values (true, 'F/0');
    create function scripted.pg_is_in_recovery() returns boolean language sql as 'select is_replica from scripted.state';
    create function scripted.pg_last_wal_replay_lsn() returns pg_lsn language sql
      as 'select replayed from scripted.state'`)
  const url = new URL(database.ownerUrl)
  // Named before the system's own, its functions answer in their place.
  url.searchParams.set('options', '-c search_path=scripted,pg_catalog')
  copy = openDatabase(url.href, () => undefined, 1)
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await primary?.close()
  await copy?.close()
})

test('a replica is read while it follows, not while it is behind or after it was promoted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const replica = watchReplica({ primary: primary!.db, replica: copy!.db, mostLagMs: 3_000, onError })
  const becomes = (state: string) => primary!.pool.query(`update scripted.state set ${state}`)
  const eventually = (check: () => void) => {
    const later = () => {
      vi.advanceTimersByTime(250)
      check()
    }
    return vi.waitFor(later, { timeout: 10_000, interval: 10 })
  }
  const untilRead = (isRead: boolean) => eventually(() => expect(replica.db() !== undefined).toBe(isRead))
  expect([replica.db(), replica.lagMs()]).toEqual([undefined, null])
  await untilRead(true)

  await becomes(`replayed = '0/0'`)
  await untilRead(false)
  expect(replica.lagMs()).toBeGreaterThan(3_000)
  await becomes(`replayed = 'F/0'`)
  await untilRead(true)

  await becomes('is_replica = false')
  await untilRead(false)
  await eventually(() => expect(replica.lagMs()).toBeNull())
  expect(errors).toEqual([])
  replica.stop()
})
