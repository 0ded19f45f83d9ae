import { listEngines } from '@trading-bot/contract/rest/operations/engines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { holdLeases } from '../store/pg-lease-holder.ts'

const server = serverForFile()
let database: ReturnType<typeof openDatabase>
beforeAll(() => {
  database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
})
afterAll(() => database.close())

test('an operator sees the engines, their shards and bots, and what nobody trades', async () => {
  const { access } = await signUpAdmin(server)
  await addTrader(server)
  const read = async () => (await server.call(listEngines, {}, access)).body
  expect(await read()).toEqual({
    engines: [],
    shards: 64,
    unheld_shards: 64,
    unheld_bots: 1,
    last_takeover_at: null,
  })
  const announced = { addresses: ['203.0.113.7', '2001:db8::7'], zone: 'mumbai-1', capacity: 2 }
  const first = await holdLeases(database.pool, () => undefined, announced)
  const second = await holdLeases(database.pool, () => undefined)
  const all = Array.from({ length: 64 }, (_, shard) => shard)
  await first.claim(all.slice(0, 40))
  await second.claim(all.slice(40, 60))
  const both = await read()
  expect(both).toMatchObject({ unheld_shards: 4, last_takeover_at: expect.any(String) })
  expect(both.engines.map(({ shards }) => shards)).toEqual([40, 20])
  expect(both.engines[0]).toMatchObject(announced)
  expect(both.engines[1]).toMatchObject({ addresses: [], zone: null, capacity: 1 })
  expect(both.engines.reduce((sum, { bots }) => sum + bots, both.unheld_bots)).toBe(1)
  expect(both.engines[0]!.silent_ms).toBeLessThan(60_000)
  await first.leave()
  await expect.poll(async () => (await read()).engines.map(({ shards }) => shards)).toEqual([20])
  expect((await read()).unheld_shards).toBe(44)
  await second.leave()
})

test('an engine that was ended for silence is shown to rest, unless it is the only one left to trade', async () => {
  const { access } = await signUpAdmin(server)
  const rests = async () => (await server.call(listEngines, {}, access)).body.engines.map((each) => each.rests_until)
  const tired = await holdLeases(database.pool, () => undefined)
  const until = new Date(Date.now() + 600_000)
  await server.deps.db.updateTable('engines').set({ rests_until: until }).execute()
  expect(await rests()).toEqual([null])
  const fresh = await holdLeases(database.pool, () => undefined)
  expect(await rests()).toEqual([until.toISOString(), null])
  await fresh.leave()
  await tired.leave()
})
