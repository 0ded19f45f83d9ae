import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { type EngineAnnouncement, takeSeat } from './pg-seat.ts'

const ALL = Array.from({ length: 64 }, (_, shard) => shard)

const server = serverForFile()
let database: ReturnType<typeof openDatabase>
beforeAll(() => {
  database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
})
afterAll(() => database.close())

const join = (announced: Partial<EngineAnnouncement> = {}) =>
  takeSeat(database.pool, () => undefined, { addresses: [], zone: null, capacity: 1, ...announced })

/** A live account that trades from this address; returns its shard. */
async function addLiveAccount(address: string): Promise<number> {
  const { user_id: userId } = await addTrader(server)
  await server.db.updateTable('users').set({ outbound_address: address }).where('id', '=', userId).execute()
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
    const seat = await join({ addresses })
    const { free } = await seat.confirm([])
    await seat.leave()
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
  const shareOf = async (seat: typeof small) => (await seat.confirm([])).share
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
