import { listBotOrders, listBotPositions } from '@trading-bot/contract/rest/trading/bots'
import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import { expect, test } from 'vitest'
import { addTrader, TRADER_SETTINGS } from '../../../testing/test-traders.ts'
import { addOpenPosition, addTrip } from '../../../testing/test-trades.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const PRICES = new Map<string, number>()
const server = serverForFile({}, { prices: { lastPaise: (token) => PRICES.get(token) } })

async function addLimited() {
  const trader = await addTrader(server)
  const limits = { ...TRADER_SETTINGS.limits, maxLossPerDayPaise: 500_000 }
  const settings = JSON.stringify({ ...TRADER_SETTINGS, limits })
  await server.db.updateTable('user_bots').set({ settings }).where('id', '=', trader.id).execute()
  return trader
}

const chargesOf = async (id: string) => {
  const row = server.db.selectFrom('orders').select('charges_paise').where('id', '=', id)
  return Number((await row.executeTakeFirstOrThrow()).charges_paise)
}

const round = (rupees: number) => Math.round(rupees * 100)

// It is 10:30 in India, and this session of the demo market began at 10:00.
const NOW = '2026-11-16T05:00:00.000Z'
const OPENED = '2026-11-16T04:30:00.000Z'
const LAST_SESSION = { enteredAt: '2026-11-16T04:10:00.000Z', exitedAt: '2026-11-16T04:20:00.000Z' }
const THIS_SESSION = { enteredAt: '2026-11-16T04:35:00.000Z', exitedAt: '2026-11-16T04:50:00.000Z' }

test('today is one set of figures: they add up, and the limits and positions show the same ones', async () => {
  PRICES.set('3045', 79_000)
  const trader = await addLimited()
  const before = await addTrip(server, trader, LAST_SESSION)
  const { pnlPaise, orderIds } = await addTrip(server, trader, THIS_SESSION)
  const entryCharges = await chargesOf(orderIds[0]!)
  await addOpenPosition(server, trader)
  const { body: today } = await server.call(readToday, {}, trader.token)
  expect(today).toMatchObject({ mode: 'paper', bots: 1, session_opened_at: OPENED, capital: 100_000 })
  // Ten shares from ₹800 to ₹805 were sold; ten bought at ₹800 now cost ₹790.
  expect(today).toMatchObject({ realised: 50, unrealised: -100 })
  expect(round(today.net_pnl!)).toBe(round(today.realised! + today.unrealised! - today.charges!))
  expect(today.percent_of_capital).toBe(Math.round(today.net_pnl! / 10) / 100)
  const limits = (await server.call(readBotLimits, { id: trader.id }, trader.token)).body
  expect(limits.find(({ code }) => code === 'daily_loss')?.figure).toBe(today.net_pnl)
  expect(today.daily_losses).toEqual([
    {
      bot_id: trader.id,
      bot_name: 'EMA Bot',
      limit: 5000,
      left: (500_000 + round(today.net_pnl!)) / 100,
      is_reached: false,
    },
  ])
  const orders = (await server.call(listBotOrders, { id: trader.id }, trader.token)).body
  expect(orders.map(({ id }) => id)).toEqual(expect.not.arrayContaining(before.orderIds))
  expect(orders).toHaveLength(3)
  const [position] = (await server.call(listBotPositions, { id: trader.id }, trader.token)).body
  expect(position?.unrealised_pnl).toBe(today.unrealised)
  expect(today.curve).toEqual([
    { at: OPENED, net: 0 },
    { at: THIS_SESSION.enteredAt, net: (-2 * entryCharges) / 100 },
    { at: THIS_SESSION.exitedAt, net: pnlPaise / 100 },
    // The position that is still open: its entry in this test was free of charge.
    { at: NOW, net: pnlPaise / 100 },
    { at: NOW, net: today.net_pnl },
  ])
})

test('without a price the result is unknown, and what was booked still stands in the curve', async () => {
  PRICES.clear()
  const trader = await addLimited()
  const { pnlPaise } = await addTrip(server, trader, THIS_SESSION)
  await addOpenPosition(server, trader)
  const { body: today } = await server.call(readToday, {}, trader.token)
  expect(today).toMatchObject({ net_pnl: null, realised: null, unrealised: null, percent_of_capital: null })
  expect(today.daily_losses).toMatchObject([{ left: null, is_reached: false }])
  expect(today.curve.at(-1)).toMatchObject({ net: pnlPaise / 100 })
})

test('a loss beyond the limit leaves nothing of it', async () => {
  PRICES.set('3045', 20_000)
  const trader = await addLimited()
  await addOpenPosition(server, trader)
  const { body: today } = await server.call(readToday, {}, trader.token)
  expect(today.daily_losses).toMatchObject([{ limit: 5000, left: 0, is_reached: true }])
})

test('paper and live are never summed, and a session without orders has no curve', async () => {
  PRICES.set('3045', 79_000)
  const trader = await addLimited()
  expect((await server.call(readToday, {}, trader.token)).body).toMatchObject({ net_pnl: 0, curve: [], bots: 1 })
  await server.db.updateTable('user_bots').set({ mode: 'live' }).where('id', '=', trader.id).execute()
  const { shard_id: _, ...bot } = await server.db
    .selectFrom('user_bots')
    .selectAll()
    .where('id', '=', trader.id)
    .executeTakeFirstOrThrow()
  const copy = { ...bot, id: crypto.randomUUID(), mode: 'paper', is_copy: true, settings: JSON.stringify(bot.settings) }
  await server.db.insertInto('user_bots').values(copy).execute()
  await addTrip(server, { id: copy.id, user_id: trader.user_id }, THIS_SESSION)
  expect((await server.call(readToday, {}, trader.token)).body).toMatchObject({ mode: 'live', bots: 1, net_pnl: 0 })
})
