// The whole life of an edited bot: written, broken, fixed, tested, backtested, deployed, assigned and trading.
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { assignBot } from '@trading-bot/contract/rest/trading/admin-bots'
import * as code from '@trading-bot/contract/rest/trading/bot-code'
import { runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { startParticipation, stopParticipation } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { exchangePaperMarket } from '@trading-bot/engine/brokers/paper/exchange-paper-market'
import { exchangeTicks } from '@trading-bot/engine/exchange/exchange-ticks'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../platform/db/client.ts'
import { runBacktestJob } from '../strategies/index.ts'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import type { Scripts } from '../../platform/providers/open-scripts.ts'
import { readShippedFile } from '../../platform/providers/shipped-bots.ts'
import { hurriedTime } from '../../testing/hurried-time.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { openTestScripts } from '../../testing/test-scripts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { DEMO_MARKET } from './prices/open-market.ts'
import { type Trading } from './start-trading.ts'
import { startTrading } from './start-trading.ts'

// Early in an hour of the demo market in which SBIN rises again and again; a minute of it takes three seconds.
const time = hurriedTime(Date.parse('2026-11-30T10:35:00.000Z'), 20)
const exchange = openExchange({ market: DEMO_MARKET, ...time, randomness: systemRandomness })
let scripts: Scripts
let server: TestServer
let database: ReturnType<typeof openDatabase>
let trading: Trading
let token: string

beforeAll(async () => {
  scripts = await openTestScripts()
  server = await startTestServer({}, { scripts, clock: { now: () => new Date(time.clock.nowMs()) } })
  token = (await signUpAdmin(server)).access
  await seedCatalogue(server.deps)
  await beginTrading()
}, 30_000)
afterAll(async () => {
  await trading.stop()
  exchange.close()
  await database.close()
  await server.stop()
  await scripts.close()
})

async function beginTrading(): Promise<void> {
  database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
  const tape = exchangePaperMarket(exchange)
  const market = {
    calendar: DEMO_CALENDAR,
    stream: exchangeTicks(exchange),
    candles: async (...asked: Parameters<typeof tape.candles>) =>
      ({ kind: 'answered', value: tape.candles(...asked)! }) as const,
  }
  const noLive = () => {
    throw new Error('nobody trades with real money here')
  }
  const open = { market, brokerOf: noLive, desk: server.deps.broker, close: async () => undefined }
  trading = await startTrading(server.deps, database.pool, open, pino({ level: 'silent' }), time)
}

/** A user of the custom plan with capital and credentials. */
async function subscriber(capital: number) {
  const buyer = await signUpBuyer(server)
  await buy(server, buyer.token, { bot_plan_id: buyer.botPlan('custom_strategy').id })
  const subscription = (await server.call(readMySubscription, {}, buyer.token)).body
  await server.call(updateConfiguration, { id: subscription.id, capital_amount: capital }, buyer.token)
  const keys = {
    api_key: 'abcd1234',
    client_code: 'A12345678',
    mpin: '1234',
    totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEH',
  }
  await server.call(saveCredentials, keys, buyer.token)
  return buyer
}

async function backtest(botId: string) {
  const work = vi.waitFor(
    async () => {
      const queued = server.db.selectFrom('backtests').select('id').where('state', '=', 'queued')
      return runBacktestJob(server.deps, { backtestId: (await queued.executeTakeFirstOrThrow()).id })
    },
    { timeout: 10_000, interval: 20 },
  )
  const [reply] = await Promise.all([server.call(runBacktest, { bot_id: botId, days: 5 }, token), work])
  return reply.body
}

async function assignAndStart(botId: string, user: Awaited<ReturnType<typeof subscriber>>) {
  const named = server.db.selectFrom('users').select('id').where('username', '=', user.registration.username)
  const { id: user_id } = await named.executeTakeFirstOrThrow()
  const assigned = await server.call(assignBot, { bot_id: botId, user_id }, token)
  expect(assigned.status, JSON.stringify(assigned.body)).toBe(200)
  return (await server.call(startParticipation, {}, user.token)).body.bot
}

/** All orders of a bot, once this many are filled. */
function filledOrders(botId: string, count: number) {
  const all = server.db.selectFrom('orders').selectAll().where('user_bot_id', '=', botId).orderBy('created_at')
  return vi.waitFor(
    async () => {
      const found = await all.execute()
      expect(found.filter(({ state }) => state === 'FILLED').length).toBeGreaterThanOrEqual(count)
      return found
    },
    { timeout: 60_000, interval: 200 },
  )
}

const MENDED = `
held = 0
def on_bar(bot, bar):
    global held
    held += 1
    bot.buy(quantity=10) if held % 2 else bot.exit()
`
// Every minute decides, so that the test need not wait for longer bars.
const config = (name: string) => ({
  name,
  bot_type: 'custom_strategy' as const,
  symbol: 'SBIN-EQ',
  token: '3045',
  interval: '1m' as const,
})

test('a bot from the template is broken, fixed, tested, backtested, deployed and assigned; the account trades the new version', {
  timeout: 90_000,
}, async () => {
  const user = await subscriber(200_000)
  const { template } = (await server.call(code.readCurrentBotCode, {}, token)).body
  const made = (await server.call(code.createBotCode, { code: template, config: config('Edited') }, token)).body
  expect((await server.call(code.deployBotCode, { id: made.id }, token)).status).toBe(200)

  const broken = `${template}\ndef broken(\n`
  const seen = (await server.call(code.testBotCode, { code: broken, config: config('Edited') }, token)).body
  expect(seen).toMatchObject({ success: false, line: broken.split('\n').indexOf('def broken(') + 1 })
  await server.call(code.updateBotCode, { id: made.id, code: MENDED, config: config('Edited') }, token)
  const tried = (await server.call(code.testSavedBotCode, { id: made.id, test_type: 'full' }, token)).body
  expect(tried).toMatchObject({ success: true, gate: { passed: true } })
  const report = await backtest(made.id)
  expect(report).toMatchObject({ state: 'finished', error: null })
  expect(report.report?.trades.length).toBeGreaterThan(10)
  expect((await server.call(code.deployBotCode, { id: made.id }, token)).status).toBe(200)

  const bot = await assignAndStart(made.id, user)
  expect(bot.strategy).toMatchObject({ id: made.id, version: 2 })

  const orders = await filledOrders(bot.id, 3)
  const entry = orders.find(({ purpose }) => purpose === 'ENTRY')!
  expect(orders.every(({ strategy_id, version }) => strategy_id === made.id && version === 2)).toBe(true)
  expect(entry).toMatchObject({ side: 'BUY', symbol: 'SBIN-EQ', mode: 'paper', reason: 'The script bought.' })
  expect(orders.some(({ purpose, reason }) => purpose === 'EXIT' && reason === 'SIGNAL')).toBe(true)
  // Ten shares of the model's ₹50,000 are forty of this account's ₹2,00,000.
  expect(entry.quantity).toBe(40)
  // The script also decided on past bars, which were not traded.
  expect(orders.every(({ decided_at }) => decided_at.getTime() >= Date.parse(bot.started_at!))).toBe(true)
  await server.call(stopParticipation, { close_positions: true }, user.token)
})

test('a plain SmartAPI loop script runs unchanged in test, backtest and paper', { timeout: 120_000 }, async () => {
  const loop = (await readShippedFile('smartapi_loop.py'))!
  const user = await subscriber(100_000)
  const made = (await server.call(code.createBotCode, { code: loop, config: config('Loop') }, token)).body
  const tried = (await server.call(code.testSavedBotCode, { id: made.id, test_type: 'quick' }, token)).body
  expect(tried).toMatchObject({ success: true })
  expect((await backtest(made.id)).report?.trades.length).toBeGreaterThan(0)
  expect((await server.call(code.deployBotCode, { id: made.id }, token)).status).toBe(200)
  const bot = await assignAndStart(made.id, user)
  const [entry] = await filledOrders(bot.id, 1)
  // Its ten shares, scaled to an account twice the model's.
  expect(entry).toMatchObject({ strategy_id: made.id, version: 1, side: 'BUY', quantity: 20 })
})
