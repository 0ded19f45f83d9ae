import { listOwnTrades, readAnalytics, readBotPerformance } from '@trading-bot/contract/rest/trading/analytics'
import { readBotStats } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { naiveAnalytics, naiveHours } from '../../testing/naive-analytics.ts'
import { signUp, adminForFile } from '../../testing/test-accounts.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { addTrip, type TestTrip } from '../../testing/test-trades.ts'
import { serverForFile } from '../../testing/test-server.ts'

// 16 November 2026, 10:30 in India.
let trader: Awaited<ReturnType<typeof addTrader>>
let other: typeof trader
const server = serverForFile()
const admin = adminForFile(server)
beforeAll(async () => {
  trader = await addTrader(server)
  other = await addTrader(server)
  for (const trip of someTrips(60, 7)) await addTrip(server, trader, trip)
  for (const trip of someTrips(30, 11)) await addTrip(server, other, trip)
}, 60_000)

const DAY_MS = 86_400_000

/** Round trips over some 400 days, at all hours: winning, losing and sometimes breaking even. */
function someTrips(count: number, seed: number): TestTrip[] {
  let state = seed
  const chance = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  return Array.from({ length: count }, () => {
    const enteredMs = Date.parse('2026-11-16T04:59:00Z') - chance(220) * DAY_MS - chance(24 * 60) * 60_000
    return {
      enteredAt: new Date(enteredMs).toISOString(),
      exitedAt: new Date(
        Math.min(enteredMs + (1 + chance(90)) * 60_000, Date.parse('2026-11-16T05:00:00Z')),
      ).toISOString(),
      quantity: 1 + chance(200),
      entryPaise: 80_000 + 5 * chance(400),
      exitPaise: 80_000 + 5 * chance(420),
      direction: chance(2) === 0 ? 1 : -1,
    }
  })
}

const allOrders = () => server.db.selectFrom('orders').selectAll().execute()
const PERIODS = { '7d': '2026-11-10', '30d': '2026-10-18', '90d': '2026-08-19', '1y': '2025-11-17', 45: '2026-10-03' }

test('EN-01 CALL GET /bots/analytics/ every figure equals a naive recount, to the paisa', async () => {
  const orders = await allOrders()
  const own = orders.filter(({ user_id }) => user_id === trader.user_id)
  for (const [days, from] of Object.entries(PERIODS)) {
    const { body, status } = await server.call(readAnalytics, { days }, trader.token)
    expect(status).toBe(200)
    const { recentTrades, ...figures } = body
    expect(figures, days).toEqual(naiveAnalytics(own, from))
    expect(recentTrades).toHaveLength(20)
    const all = await server.call(readAnalytics, { days }, admin.access)
    expect(all.body, `${days}, all`).toMatchObject(naiveAnalytics(orders, from))
  }
  const byDefault = await server.call(readAnalytics, {}, trader.token)
  expect(byDefault.body).toEqual((await server.call(readAnalytics, { days: '30d' }, trader.token)).body)
})

test('EN-01 recentTrades are the newest, with orderType and timestamp', async () => {
  const { recentTrades } = (await server.call(readAnalytics, {}, trader.token)).body
  const feed = (await server.call(listOwnTrades, { limit: 20 }, trader.token)).body
  expect(recentTrades.map(({ id }) => id)).toEqual(feed.map(({ id }) => id))
  expect(Object.keys(recentTrades[0] ?? {}).sort()).toEqual(
    ['id', 'mode', 'orderType', 'pnl', 'price', 'quantity', 'status', 'symbol', 'timestamp'].sort(),
  )
})

test('EN-01 an unknown period is refused with a sentence', async () => {
  for (const days of ['8d', '0', '-3', '2y', 'abc', '3661', '1e3', '7.5', '']) {
    const reply = await server.raw('GET', `/api/bots/analytics/?days=${encodeURIComponent(days)}`, {
      token: trader.token,
    })
    expect([days, reply.status]).toEqual([days, 400])
    expect(reply.body).toMatchObject({ days: ['Choose 7d, 30d, 90d, 1y or a number of days from 1 to 3660'] })
  }
})

test('EN-01 no trades: zeros and empty lists', async () => {
  const { access } = await signUp(server)
  const { body } = await server.call(readAnalytics, { days: '1y' }, access)
  expect(body).toEqual({ ...naiveAnalytics([], '2025-11-17'), recentTrades: [] })
  expect(body.overview).toEqual({
    totalTrades: 0,
    totalPnL: 0,
    successRate: 0,
    avgTradeValue: 0,
    bestTrade: 0,
    worstTrade: 0,
  })
})

test('EN-01 one losing trade: the best is the smallest loss, and one day gives no ratio', async () => {
  const one = await addTrader(server)
  const trip = { enteredAt: '2026-11-16T04:00:00Z', exitedAt: '2026-11-16T04:10:00Z', entryPaise: 80_000 }
  const first = await addTrip(server, one, { ...trip, exitPaise: 79_000 })
  const alone = (await server.call(readAnalytics, { days: '7d' }, one.token)).body
  expect(alone.performanceMetrics).toEqual({
    totalTrades: 2,
    totalPnl: first.pnlPaise / 100,
    avgTradePnl: first.pnlPaise / 100,
    maxDrawdown: -first.pnlPaise / 100,
    sharpeRatio: 0,
    winRate: 0,
  })
  const second = await addTrip(server, one, { ...trip, exitPaise: 79_900 })
  const { overview, tradeDistribution } = (await server.call(readAnalytics, {}, one.token)).body
  expect(tradeDistribution).toEqual({ profitable: 0, losing: 2, breakeven: 0 })
  expect([overview.bestTrade, overview.worstTrade]).toEqual([second.pnlPaise / 100, first.pnlPaise / 100])
})

test('EN-01 days are India days: a minute before and a minute after midnight are two days', async () => {
  const late = await addTrader(server)
  await addTrip(server, late, { enteredAt: '2026-11-15T18:28:00Z', exitedAt: '2026-11-15T18:29:59Z' })
  await addTrip(server, late, { enteredAt: '2026-11-15T18:30:00Z', exitedAt: '2026-11-15T18:31:00Z' })
  const { volumeData } = (await server.call(readAnalytics, { days: '7d' }, late.token)).body
  expect(volumeData).toEqual([
    { date: '2026-11-15', trades: 2 },
    { date: '2026-11-16', trades: 2 },
  ])
})

test('EN-01 an order counts once it is executed, and a reversed result is removed from its day', async () => {
  const revived = await addTrader(server)
  const best = await addTrip(server, revived, { enteredAt: '2026-11-13T04:00:00Z', exitedAt: '2026-11-13T04:05:00Z' })
  const exit = best.orderIds[1] ?? ''
  await addTrip(server, revived, {
    enteredAt: '2026-11-13T05:00:00Z',
    exitedAt: '2026-11-13T05:05:00Z',
    exitPaise: 80_010,
  })
  const figures = async () => (await server.call(readAnalytics, { days: '7d' }, revived.token)).body
  const recount = async () =>
    naiveAnalytics(
      (await allOrders()).filter(({ user_id }) => user_id === revived.user_id),
      '2026-11-10',
    )
  const change = async (set: object) => {
    await server.db.updateTable('orders').set(set).where('id', '=', exit).execute()
    expect(await figures()).toMatchObject(await recount())
  }
  await change({ state: 'EXPIRED' })
  await change({ pnl_paise: -5_000 })
  // A lost exit that has turned up: its result is taken back until it ends once more.
  await change({ state: 'PARTIALLY_FILLED', pnl_paise: null })
  await change({ state: 'FILLED', pnl_paise: 777_777, filled_value_paise: 123_456 })
  await change({ executed_at: new Date('2026-11-12T05:00:00Z') })
  await change({ detail: 'a word that counts for nothing' })
  expect((await figures()).overview.bestTrade).toBe(7_777.77)
})

test('EN-01 the sums kept by day equal the sums over all orders', async () => {
  const { rows } = await sql<{ wrong: number }>`
    with recounted as (
      select user_id, user_bot_id, (executed_at at time zone 'Asia/Kolkata')::date as day,
        count(*) filter (where state = 'FILLED') as trades,
        coalesce(sum(filled_value_paise) filter (where state = 'FILLED'), 0) as value_paise, count(pnl_paise) as exits,
        count(*) filter (where pnl_paise > 0) as wins, count(*) filter (where pnl_paise < 0) as losses,
        coalesce(sum(pnl_paise), 0) as pnl_paise, max(pnl_paise) as best, min(pnl_paise) as worst
      from orders where executed_at is not null and (state = 'FILLED' or pnl_paise is not null) group by 1, 2, 3
    ), kept as (
      select user_id, user_bot_id, day, trades, value_paise, exits, wins, losses, pnl_paise, best_paise, worst_paise
      from trade_days where trades <> 0 or exits <> 0 or value_paise <> 0 or pnl_paise <> 0
    )
    select count(*)::int as wrong from ((select * from recounted except select * from kept) union all
      (select * from kept except select * from recounted)) x`.execute(server.db)
  expect(rows).toEqual([{ wrong: 0 }])
})

test('EN-01 /bots/stats/ and /bots/analytics/ show the same total', async () => {
  for (const token of [trader.token, admin.access]) {
    const stats = (await server.call(readBotStats, {}, token)).body
    const { overview } = (await server.call(readAnalytics, {}, token)).body
    expect([stats.total_trades, stats.total_pnl]).toEqual([overview.totalTrades, overview.totalPnL])
  }
})

test('EN-03 CALL GET /bots/{id}/performance/ by day and hour equals a naive recount', async () => {
  const own = (await allOrders()).filter(({ user_bot_id }) => user_bot_id === trader.id)
  const { body } = await server.call(readBotPerformance, { id: trader.id }, trader.token)
  const naive = naiveAnalytics(own, '1970-01-01')
  expect(body.dates).toEqual(naive.pnlData.map(({ date }) => date))
  expect(body.pnl).toEqual(naive.pnlData.map(({ pnl }) => pnl))
  expect(body.trades).toEqual(naive.volumeData.map(({ trades }) => trades))
  const rates = new Map(naive.successRateData.map(({ date, successRate }) => [date, successRate]))
  expect(body.successRate).toEqual(body.dates.map((date) => rates.get(date) ?? null))
  const volumePaise = own.reduce((sum, { filled_value_paise }) => sum + Number(filled_value_paise), 0)
  expect(Math.round(body.volume.reduce((sum, value) => sum + value * 100, 0))).toBe(volumePaise)
  expect(body.hourly_breakdown).toEqual(naiveHours(own))
  expect(body.overview).toMatchObject({
    total_pnl: naive.overview.totalPnL,
    total_trades: naive.overview.totalTrades,
    success_rate: naive.overview.successRate,
  })
  expect(body.recent_trades).toHaveLength(20)
  const week = (await server.call(readBotPerformance, { id: trader.id, days: '7d' }, trader.token)).body
  expect(week.pnl).toEqual(naiveAnalytics(own, '2026-11-10').pnlData.map(({ pnl }) => pnl))
})

test('EN-03 intervals are between entries of the same day, never over a night', async () => {
  const paced = await addTrader(server)
  for (const minute of ['00', '06', '16']) {
    await addTrip(server, paced, { enteredAt: `2026-11-12T05:${minute}:00Z`, exitedAt: `2026-11-12T05:${minute}:30Z` })
  }
  await addTrip(server, paced, { enteredAt: '2026-11-13T05:00:00Z', exitedAt: '2026-11-13T05:00:30Z' })
  const { body } = await server.call(readBotPerformance, { id: paced.id }, paced.token)
  expect(body.trade_intervals.map(({ minutes }) => minutes)).toEqual([6, 10])
  expect(body.overview.avg_interval_minutes).toBe(8)
})

test('EN-03 another user’s bot is not found, an administrator sees it, and an archived bot keeps its history', async () => {
  expect((await server.call(readBotPerformance, { id: trader.id }, other.token)).status).toBe(404)
  const before = await server.call(readBotPerformance, { id: other.id }, admin.access)
  expect(before.status).toBe(200)
  await server.db.updateTable('user_bots').set({ archived_at: new Date() }).where('id', '=', other.id).execute()
  expect((await server.call(readBotPerformance, { id: other.id }, other.token)).body).toEqual(before.body)
  await server.db.updateTable('user_bots').set({ archived_at: null }).where('id', '=', other.id).execute()
  const idle = await addTrader(server)
  expect((await server.call(readBotPerformance, { id: idle.id }, idle.token)).body).toEqual({
    dates: [],
    pnl: [],
    trades: [],
    successRate: [],
    volume: [],
    overview: { total_pnl: 0, total_trades: 0, success_rate: 0, avg_interval_minutes: null },
    hourly_breakdown: [],
    trade_intervals: [],
    recent_trades: [],
  })
})
