import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addTrader } from '../../testing/test-traders.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { countUnknownOrders } from './count-unknown-orders.ts'
import { OPEN_ORDERS } from './read-open-orders.ts'

const server = serverForFile()

test('orders of unknown outcome are counted by mode', async () => {
  for (const [mode, state] of [
    ['live', 'UNKNOWN'],
    ['live', 'UNKNOWN'],
    ['paper', 'UNKNOWN'],
    ['live', 'SENDING'],
  ] as const) {
    const { position } = await addOpenPosition(server, await addTrader(server))
    const change = { state, mode, ended_at: null }
    await server.db.updateTable('orders').set(change).where('position_id', '=', position).execute()
  }
  expect(await countUnknownOrders(server.db)).toEqual({ live: 2, paper: 1 })
})

test('open orders are found by their open positions, however many orders there are', async () => {
  const plan = await server.db.transaction().execute(async (tx) => {
    // A table this small is otherwise read as a whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<{ 'QUERY PLAN': string }>`explain ${OPEN_ORDERS}`.execute(tx)
  })
  const text = plan.rows.map((row) => row['QUERY PLAN']).join()
  expect(text).toMatch(/(Index|Bitmap).* Scan (using|on) positions_open/)
  expect(text).toMatch(/(Index|Bitmap).* Scan (using|on) orders_position/)
})
