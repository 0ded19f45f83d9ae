import { listAllTrades, readTradingStatus } from '@trading-bot/contract/rest/trading/analytics'
import { readAdminDashboard, readBotDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import { readAccountDashboard } from '@trading-bot/contract/rest/accounts/auth'
import { listBots, readBotStats } from '@trading-bot/contract/rest/trading/bots'
import { readSubscriptionStats } from '@trading-bot/contract/rest/billing/subscription-reports'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { SHARD_LOCK } from '../../platform/db/locks.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { signUp, signUpAdmin, adminForFile } from '../../testing/test-accounts.ts'
import { startTestServer, serverForFile } from '../../testing/test-server.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { addTrip } from '../../testing/test-trades.ts'

let trader: Awaited<ReturnType<typeof addTrader>>
const results: number[] = []
const server = serverForFile()
const admin = adminForFile(server)
beforeAll(async () => {
  trader = await addTrader(server)
  const other = await addTrader(server)
  const trips = [
    { who: trader, day: '2026-11-16', exitPaise: 80_700 },
    { who: other, day: '2026-11-16', exitPaise: 79_400 },
    { who: other, day: '2026-11-10', exitPaise: 80_900 },
    { who: trader, day: '2026-11-09', exitPaise: 79_000 },
    { who: trader, day: '2026-06-01', exitPaise: 81_000 },
  ]
  for (const { who, day, exitPaise } of trips) {
    const trip = { enteredAt: `${day}T04:00:00Z`, exitedAt: `${day}T04:05:00Z`, exitPaise }
    results.push((await addTrip(server, who, trip)).pnlPaise)
  }
}, 60_000)

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('EN-02 CALL GET /admin/dashboard/ counts users, bots, trades and subscriptions of the whole platform', async () => {
  const { body } = await server.call(readAdminDashboard, {}, admin.access)
  expect(body.users).toEqual({
    total: 3,
    new_today: 3,
    new_week: 3,
    active_today: 3,
    verified: 3,
    verification_rate: 100,
  })
  expect(body.bots).toEqual({
    total: 2,
    active: 2,
    paused: 0,
    error: 0,
    successful_trades: 3,
    failed_trades: 2,
    success_rate: 60,
    total_pnl: sum(results) / 100,
  })
  expect(body.trading).toEqual({
    total_trades: 10,
    trades_today: 4,
    trades_week: 6,
    total_pnl: sum(results) / 100,
    total_pnl_today: sum(results.slice(0, 2)) / 100,
    avg_pnl_per_trade: Math.round(sum(results) / 5) / 100,
  })
  const stats = (await server.call(readSubscriptionStats, {}, admin.access)).body
  expect(body.subscriptions).toMatchObject({ total: 2, active: 2, expired: 0, total_revenue: stats.total_revenue })
  const plans = await server.db.selectFrom('bot_plans').select('is_active').execute()
  const active = plans.filter(({ is_active }) => is_active).length
  expect(body.subscriptions.bot_plans).toEqual({ total: plans.length, active })
  expect(body.system.credentials).toEqual({ total: 0, verified: 0, active: 0, verification_rate: 0 })
})

test('EN-02 states, verification, credentials and expiry are counted separately, and a bot whose plan has ended nowhere', async () => {
  const { db } = server
  const [other, paused] = [await addTrader(server), await addTrader(server)]
  // On a busy machine slow counts may be cached for up to a minute.
  server.moveTime(61_000)
  await db.updateTable('user_bots').set({ status: 'paused' }).where('id', 'in', [other.id, paused.id]).execute()
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', other.user_id).execute()
  await db.updateTable('subscriptions').set({ status: 'expired' }).where('user_id', '=', other.user_id).execute()
  await db
    .updateTable('users')
    .set({ created_at: new Date('2026-11-11T00:00:00Z') })
    .where('id', '=', other.user_id)
    .execute()
  const sealed = Buffer.from('x')
  for (const [user_id, is_verified] of [
    [trader.user_id, true],
    [other.user_id, false],
  ] as const) {
    const now = server.deps.clock.now()
    const fields = { api_key: sealed, client_code: sealed, mpin: sealed, totp_secret: sealed }
    const row = { user_id, ...fields, api_key_tail: '', client_code_tail: '', key_id: '', is_verified }
    await db
      .insertInto('credentials')
      .values({ ...row, created_at: now, updated_at: now })
      .execute()
  }
  const { users, bots, subscriptions, system } = (await server.call(readAdminDashboard, {}, admin.access)).body
  expect(users).toMatchObject({ total: 5, new_today: 4, new_week: 5, verified: 4, verification_rate: 80 })
  expect(bots).toMatchObject({ total: 3, active: 2, paused: 1, error: 0 })
  expect(subscriptions).toMatchObject({ total: 4, active: 3, expired: 1 })
  expect(system.credentials).toEqual({ total: 2, verified: 1, active: 2, verification_rate: 50 })
})

test('EN-02 trends contain thirty India days including today, beside the newest logs and trades', async () => {
  server.moveTime(61_000)
  await recordLog(server.db, server.deps.clock.now(), { level: 'WARNING', category: 'system', message: 'A word' })
  const { trends, recent_logs, recent_trades } = (await server.call(readAdminDashboard, {}, admin.access)).body
  expect(trends.daily_trades).toHaveLength(30)
  expect([trends.daily_trades[0]?.date, trends.daily_trades.at(-1)]).toEqual([
    '2026-10-18',
    { date: '2026-11-16', trades: 4 },
  ])
  expect(trends.daily_pnl.find(({ date }) => date === '2026-11-10')?.pnl).toBe((results[2] ?? 0) / 100)
  expect(trends.daily_users.at(-1)?.users).toBe(4)
  expect(recent_logs[0]).toMatchObject({ level: 'WARNING', message: 'A word' })
  expect(recent_trades).toEqual((await server.call(listAllTrades, { limit: 10 }, admin.access)).body)
})

test('EN-02 a cloud that does not answer leaves only its own figures unknown', async () => {
  const list = () => Promise.reject(new Error('no answer'))
  const silent = await startTestServer({}, { machines: { list } as never })
  const { access } = await signUpAdmin(silent)
  const { body, status } = await silent.call(readAdminDashboard, {}, access)
  expect(status).toBe(200)
  expect(body.system).toMatchObject({ ec2_instances: null, cost_today: null })
  await silent.stop()
})

test('CALL GET /bots/dashboard/ agrees with the stats, and shows five bots and five trades', async () => {
  const { body } = await server.call(readBotDashboard, {}, trader.token)
  const stats = (await server.call(readBotStats, {}, trader.token)).body
  expect(stats).toMatchObject({
    total_bots: body.total_bots,
    total_trades: body.total_trades,
    total_pnl: body.total_pnl,
  })
  expect(body).toMatchObject({
    total_trades: 6,
    trades_today: 2,
    pnl_today: (results[0] ?? 0) / 100,
    success_rate: 66.67,
  })
  expect(body.bots).toEqual((await server.call(listBots, {}, trader.token)).body.data)
  expect(body.bots[0]).toMatchObject({ total_trades: 6, total_pnl: body.total_pnl })
  expect(body.recent_trades).toHaveLength(5)
})

test("CALL GET /auth/dashboard/ returns the user's own summary: account, subscription and trading", async () => {
  const { body } = await server.call(readAccountDashboard, {}, trader.token)
  expect(body).toMatchObject({
    user: { id: trader.user_id },
    subscription: { status: 'active' },
    trading: { total_bots: 1, active_bots: 1, total_trades: 6, trades_today: 2 },
  })
  const fresh = await signUp(server)
  const { body: none } = await server.call(readAccountDashboard, {}, fresh.access)
  expect(none.subscription).toBeNull()
  expect(none.trading).toMatchObject({ total_bots: 0, total_trades: 0, total_pnl: 0 })
})

test('CALL GET /bots/stats/ compares trades with the same days of last month, and the total result with its end', async () => {
  const steady = await addTrader(server)
  // The month is 16 days old: the 17th of October is outside the comparison.
  for (const day of ['2026-10-05', '2026-10-16', '2026-10-17', '2026-11-03']) {
    await addTrip(server, steady, { enteredAt: `${day}T04:00:00Z`, exitedAt: `${day}T04:05:00Z` })
  }
  const { changes, total_trades } = (await server.call(readBotStats, {}, steady.token)).body
  expect(total_trades).toBe(8)
  expect(changes).toEqual({ total_bots: null, active_bots: null, total_trades: -50, total_pnl: 33.3 })
  // One more loss makes the total smaller, whatever this month's days were compared with those of the last.
  await addTrip(server, steady, {
    enteredAt: '2026-11-04T04:00:00Z',
    exitedAt: '2026-11-04T04:05:00Z',
    exitPaise: 78_000,
  })
  const after = (await server.call(readBotStats, {}, steady.token)).body
  expect(after.total_pnl).toBeLessThan(0)
  expect(after.changes.total_pnl).toBeLessThan(-100)
})

test('CALL GET /bots/trading-status/ reports the real state of market and engine', async () => {
  const { body } = await server.call(readTradingStatus, {}, trader.token)
  expect(body.market).toMatchObject({ is_open: true, is_simulated: true })
  expect(body.database).toBe('healthy')
  expect(body.scheduler).toBe('stopped')
  await server.db.connection().execute(async (engine) => {
    await sql`select pg_advisory_lock(${SHARD_LOCK}, 0)`.execute(engine)
    expect((await server.call(readTradingStatus, {}, trader.token)).body.scheduler).toBe('active')
    await sql`select pg_advisory_unlock(${SHARD_LOCK}, 0)`.execute(engine)
  })
})
