import { searchEverything } from '@trading-bot/contract/rest/operations/search'
import { beforeAll, expect, test } from 'vitest'
import { recordLog } from '../../platform/logs/record-log.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { addTrip } from '../../testing/test-trades.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { adminForFile } from '../../testing/test-accounts.ts'

const server = serverForFile()
const admin = adminForFile(server)
let trader: Awaited<ReturnType<typeof addTrader>>
beforeAll(async () => {
  trader = await addTrader(server)
  await addTrip(server, trader, { enteredAt: '2026-11-16T04:00:00.000Z', exitedAt: '2026-11-16T04:30:00.000Z' })
  await recordLog(server.db, server.deps.clock.now(), {
    level: 'WARNING',
    category: 'trading',
    message: 'The feed was 100% silent for a minute',
  })
})

const search = async (q: string) => (await server.call(searchEverything, { q }, admin.access)).body
const kinds = async (q: string) => [...new Set((await search(q)).map(({ kind }) => kind))]

test('one text finds a user, the user’s bot, orders, payments and log lines, each with what it is about', async () => {
  const { username, email } = trader.registration
  const about = { id: trader.user_id, email: email.toLowerCase() }
  expect(await search(username.slice(1).toUpperCase())).toMatchObject([
    { kind: 'user', id: trader.user_id, title: username, user: about },
  ])
  expect(await search('ema bot')).toMatchObject([{ kind: 'bot', id: trader.id, user: about }])
  const orders = await search('sbin')
  expect(orders).toHaveLength(2)
  expect(orders[0]).toMatchObject({ kind: 'order', title: 'SELL 10 SBIN-EQ', detail: 'filled · paper', user: about })
  expect(await search('100% SILENT')).toMatchObject([{ kind: 'log', user: null, detail: 'warning · trading' }])
  expect(await kinds(email)).toEqual(['user', 'payment'])
  const { order_id } = await server.db.selectFrom('payments').select('order_id').executeTakeFirstOrThrow()
  expect(await kinds(order_id ?? '')).toEqual(['payment'])
})

test('an id finds the row that has it, whatever its kind', async () => {
  const { id } = await server.db.selectFrom('orders').select('id').orderBy('id').executeTakeFirstOrThrow()
  expect(await search(id)).toMatchObject([{ kind: 'order', id }])
  expect(await search(trader.id)).toMatchObject([{ kind: 'bot', id: trader.id }])
})

test('a pattern is taken literally, and a text that is too short is refused', async () => {
  expect(await search('%%')).toEqual([])
  expect((await server.call(searchEverything, { q: ' a ' }, admin.access)).status).toBe(400)
})
