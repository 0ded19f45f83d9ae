import { expect, test } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { takeSeat } from './pg-seat.ts'

test('an engine takes the shards first whose live accounts trade from its own addresses', async () => {
  const server = await startTestServer()
  const { user_id: userId } = await addTrader(server)
  await server.db.updateTable('users').set({ outbound_address: '203.0.113.7' }).where('id', '=', userId).execute()
  await server.db.updateTable('user_bots').set({ mode: 'live' }).where('user_id', '=', userId).execute()
  const { shard_id } = await server.db
    .selectFrom('user_bots')
    .select('shard_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
  const firstFree = async (addresses: readonly string[]) => {
    const seat = await takeSeat(database.pool, () => undefined, addresses)
    const { free } = await seat.confirm([])
    await seat.leave()
    expect(free).toHaveLength(64)
    return free[0]
  }
  expect(await firstFree(['198.51.100.1', '203.0.113.7'])).toBe(shard_id)
  expect(await firstFree(['198.51.100.1'])).toBe(0)
  await database.close()
  await server.stop()
})
