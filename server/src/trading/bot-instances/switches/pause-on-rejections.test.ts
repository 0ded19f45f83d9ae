import { liftKillSwitch, listKillSwitches } from '@trading-bot/contract/rest/trading/admin-bots'
import { readKillSwitches } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail, signUpAdmin } from '../../../testing/test-accounts.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { liveOrdersSql, pauseOnRejections } from './pause-on-rejections.ts'

let trader: Awaited<ReturnType<typeof addTrader>>
let admin: Awaited<ReturnType<typeof signUpAdmin>>
const server = serverForFile()
beforeAll(async () => {
  trader = await addTrader(server)
  admin = await signUpAdmin(server)
})
beforeEach(() => server.moveTime(2 * 60_000))

type State = 'FILLED' | 'REJECTED' | 'UNKNOWN' | 'DENIED'
async function addOrders(count: number, state: State, mode: 'live' | 'paper' = 'live') {
  for (let each = 0; each < count; each++) {
    const { order } = await addOpenPosition(server, trader, { mode })
    await server.db.updateTable('orders').set({ state }).where('id', '=', order).execute()
  }
}
const standing = async () => (await server.call(listKillSwitches, {}, admin.access)).body

test('more than 5 % of the live orders of a minute rejected or unknown pauses entries once, and tells administrators', async () => {
  await addOrders(18, 'FILLED')
  await addOrders(1, 'REJECTED')
  // 19 orders are too few to judge by; a denial is ours, and paper has no broker.
  await addOrders(5, 'DENIED')
  await addOrders(20, 'UNKNOWN', 'paper')
  await pauseOnRejections(server.deps)
  expect(await standing()).toEqual([])
  await addOrders(1, 'FILLED')
  await pauseOnRejections(server.deps)
  expect(await standing()).toEqual([])
  await addOrders(1, 'UNKNOWN')
  await Promise.all([pauseOnRejections(server.deps), pauseOnRejections(server.deps)])
  const reason =
    'Paused automatically: of 21 live orders in a minute the broker rejected 1, and 1 has an unknown outcome.'
  expect(await standing()).toMatchObject([{ scope: 'platform', reason, set_by: null, is_automatic: true, until: null }])
  expect((await server.call(readKillSwitches, {}, trader.token)).body).toMatchObject([{ scope: 'platform', reason }])
  const mail = await newestMail(server, admin.registration.email)
  expect(mail.subject).toBe('Entries are paused for the whole platform')
  expect(mail.text).toContain(reason)
  // It does not end by itself, and orders from before it was lifted do not set it again.
  server.moveTime(30_000)
  await pauseOnRejections(server.deps)
  const [own] = await standing()
  await server.call(liftKillSwitch, { id: own?.id ?? '' }, admin.access)
  await pauseOnRejections(server.deps)
  expect(await standing()).toEqual([])
})

test('orders older than a minute do not count', async () => {
  await addOrders(25, 'REJECTED')
  server.moveTime(61_000)
  await pauseOnRejections(server.deps)
  expect(await standing()).toEqual([])
})

test('counting reads the index of the newest live orders, however many orders there are', async () => {
  await addOrders(500, 'FILLED')
  server.moveTime(3_600_000)
  await addOrders(5, 'FILLED')
  await sql`analyze orders`.execute(server.db)
  const plan = await server.db.transaction().execute(async (tx) => {
    // A table this small is otherwise read as a whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<{ 'QUERY PLAN': string }>`explain ${liveOrdersSql(server.deps.clock.now())}`.execute(tx)
  })
  const text = plan.rows.map((row) => row['QUERY PLAN']).join()
  expect(text).toContain('Index Scan using orders_live_newest')
  expect(text).toContain('Index Cond: (created_at >')
})
