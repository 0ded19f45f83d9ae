import { sql } from 'kysely'
import { LEASE_TRUST_MS } from '@trading-bot/engine/live/book/leases/confirm-leases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { LEASE_HOLDER_LOCK } from '../../../platform/db/locks.ts'
import { addTrader, giveAddress } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { type EngineAnnouncement, holdLeases } from './pg-lease-holder.ts'

const ALL = Array.from({ length: 64 }, (_, shard) => shard)

const server = serverForFile()
let database: ReturnType<typeof openDatabase>
beforeAll(() => {
  database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
})
afterAll(() => database.close())

const join = (announced: Partial<EngineAnnouncement> = {}) =>
  holdLeases(database.pool, () => undefined, { addresses: [], zone: null, capacity: 1, ...announced })

/** A live account that trades from this address; returns its shard. */
async function addLiveAccount(address: string): Promise<number> {
  const { user_id: userId } = await addTrader(server)
  await giveAddress(server, userId, address)
  const { shard_id } = await server.db
    .updateTable('user_bots')
    .set({ mode: 'live' })
    .where('user_id', '=', userId)
    .returning('shard_id')
    .executeTakeFirstOrThrow()
  return Number(shard_id)
}

test('an engine takes the shards first whose live accounts trade from its own addresses', async () => {
  const shard = await addLiveAccount('203.0.113.7')
  const firstFree = async (addresses: readonly string[]) => {
    const leaseHolder = await join({ addresses })
    const { free } = await leaseHolder.confirm([])
    await leaseHolder.leave()
    expect(free).toHaveLength(64)
    return free[0]
  }
  expect(await firstFree(['198.51.100.1', '203.0.113.7'])).toBe(shard)
  expect(await firstFree(['198.51.100.1'])).toBe(0)
})

test('an engine that holds too much hands over first what trades from addresses of another and not from its own', async () => {
  const here = await addLiveAccount('198.51.100.1')
  const there = new Map<number, number>()
  for (const address of ['198.51.100.2', '198.51.100.3']) {
    const shard = await addLiveAccount(address)
    if (shard !== here) there.set(shard, (there.get(shard) ?? 0) + 1)
  }
  // Most accounts first, and none whose address no engine has.
  const expected = [...there].sort(([left, few], [right, many]) => many - few || left - right).map(([shard]) => shard)
  const first = await join({ addresses: ['198.51.100.1'] })
  await first.claim(ALL)
  expect(await first.nearerElsewhere()).toEqual([])
  const second = await join({ addresses: ['198.51.100.1', '198.51.100.2', '198.51.100.3'] })
  expect(await first.nearerElsewhere()).toEqual(expected)
  expect(await second.nearerElsewhere()).toEqual([])
  await second.leave()
  await expect.poll(() => first.nearerElsewhere()).toEqual([])
  await first.leave()
})

test("an engine's share of the shards follows its capacity among those that are alive", async () => {
  const small = await join()
  const shareOf = async (leaseHolder: typeof small) => (await leaseHolder.confirm([])).share
  expect(await shareOf(small)).toBe(64)
  const large = await join({ capacity: 3 })
  expect([await shareOf(small), await shareOf(large)]).toEqual([16, 48])
  const third = await join()
  expect([await shareOf(small), await shareOf(large), await shareOf(third)]).toEqual([13, 39, 13])
  await third.leave()
  await large.leave()
  await expect.poll(() => shareOf(small)).toBe(64)
  await small.leave()
})

/** An engine whose looks at the others come when the test says, without a real wait. */
async function joinWatcher() {
  const time = { nowMs: 0 }
  const leaseHolder = await holdLeases(database.pool, () => undefined, undefined, { monotonicMs: () => time.nowMs })
  /** Looks every half second for so long; the last view. */
  const watchFor = async (ms: number) => {
    let view = await leaseHolder.confirm([])
    for (let passed = 0; passed < ms; passed += 500) {
      time.nowMs += 500
      view = await leaseHolder.confirm([])
    }
    return view
  }
  return { leaseHolder, time, watchFor }
}

/** An engine that holds every shard and then asks nothing more. */
async function joinSilent() {
  let isLost = false
  const leaseHolder = await holdLeases(database.pool, () => (isLost = true))
  await leaseHolder.claim(ALL)
  return { leaseHolder, isLost: () => isLost }
}

const takeovers = () => server.db.selectFrom('takeovers').select(['role', 'engine']).orderBy('at').execute()

test('an engine that is silent for three seconds of an unhindered watcher is ended; each takeover doubles the patience until a calm minute', async () => {
  const watcher = await joinWatcher()
  const first = await joinSilent()
  expect((await watcher.watchFor(2_500)).free).toEqual([])
  // The watcher itself was held up for ten seconds: it knows nothing of them.
  watcher.time.nowMs += 10_000
  expect((await watcher.watchFor(2_500)).free).toEqual([])
  expect(await takeovers()).toEqual([])
  await watcher.watchFor(500)
  await eventually(() => expect(first.isLost()).toBe(true))
  expect(await takeovers()).toEqual([{ role: 'engine', engine: expect.any(Number) }])
  expect((await watcher.leaseHolder.confirm([])).free).toHaveLength(64)

  const second = await joinSilent()
  await watcher.watchFor(5_500)
  expect(await takeovers()).toHaveLength(1)
  await watcher.watchFor(500)
  await eventually(() => expect(second.isLost()).toBe(true))

  await sql`update takeovers set at = at - interval '61 seconds'`.execute(server.db)
  const third = await joinSilent()
  await watcher.watchFor(3_000)
  await eventually(() => expect(third.isLost()).toBe(true))
  expect(await takeovers()).toHaveLength(3)
  await watcher.leaseHolder.leave()
  await server.db.deleteFrom('takeovers').execute()
})

test('an engine that was ended for silence rests and leaves the shards to the others, unless they are gone', async () => {
  const watcher = await joinWatcher()
  const silent = await joinSilent()
  await watcher.watchFor(3_000)
  await eventually(() => expect(silent.isLost()).toBe(true))
  const back = await join()
  expect((await back.confirm([])).share).toBe(0)
  expect((await watcher.leaseHolder.confirm([])).share).toBe(64)
  // A second time within ten minutes: of two that rest, the one that may go on first goes on.
  await sql`insert into takeovers select session_pid + 1, silent_since, role, engine from takeovers`.execute(server.db)
  const again = await join()
  await watcher.leaseHolder.leave()
  await expect.poll(async () => (await back.confirm([])).share).toBe(64)
  expect((await again.confirm([])).share).toBe(0)
  await sql`update engines set rests_until = rests_until - interval '61 seconds'`.execute(server.db)
  expect([(await back.confirm([])).share, (await again.confirm([])).share]).toEqual([32, 32])
  await back.leave()
  await again.leave()
  await server.db.deleteFrom('takeovers').execute()
})

test('the shards of a killed engine are free at once, and its end is no takeover for silence', async () => {
  const watcher = await joinWatcher()
  const killed = await joinSilent()
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = ${LEASE_HOLDER_LOCK} and objid::integer in (select max(engine) from shard_leases)
      and database = (select oid from pg_database where datname = current_database())`.execute(server.db)
  await eventually(() => expect(killed.isLost()).toBe(true))
  expect(await watcher.leaseHolder.confirm([])).toMatchObject({ share: 64, free: { length: 64 } })
  expect(await takeovers()).toEqual([])
  // One of the release before, which confirms without leaving a trace, is waited for as long as it may trust its leases.
  const [lease] = await watcher.leaseHolder.claim([0])
  expect(lease).toMatchObject({ shard: 0, untilSafeMs: LEASE_TRUST_MS })
  await watcher.leaseHolder.leave()
})
