// The whole life of an edited bot: written, broken, fixed, tested, backtested, deployed, assigned and trading.
import { assignBot } from '@trading-bot/contract/rest/trading/admin-bots'
import * as code from '@trading-bot/contract/rest/trading/bot-code'
import { startParticipation, stopParticipation } from '@trading-bot/contract/rest/trading/bots'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { hurriedTime } from '../../testing/hurried-time.ts'
import { runTestBacktest } from '../../testing/run-test-backtest.ts'
import { startTestEngine } from '../../testing/start-test-engine.ts'
import { addReadyUser } from '../../testing/test-runners.ts'
import { adminForFile } from '../../testing/test-accounts.ts'
import { scriptServerForFile } from '../../testing/test-scripts.ts'

// Early in an hour of the demo market in which SBIN rises again and again; a minute of it takes a second and a half.
const time = hurriedTime(Date.parse('2026-11-30T10:35:00.000Z'), 40)
const exchange = openExchange({ market: { seed: 2026, hours: 'demo' }, ...time, randomness: systemRandomness })
const server = scriptServerForFile({ now: () => new Date(time.clock.nowMs()) })
const admin = adminForFile(server)
let engine: { stop: () => Promise<void> }

beforeAll(async () => {
  engine = await startTestEngine(server, exchange, time)
})
afterAll(async () => {
  await engine.stop()
  exchange.close()
})

/** All orders of a bot, once this many are filled. */
function filledOrders(botId: string, count: number) {
  const all = server.db.selectFrom('orders').selectAll().where('user_bot_id', '=', botId).orderBy('created_at')
  return eventually(async () => {
    const found = await all.execute()
    expect(found.filter(({ state }) => state === 'FILLED').length).toBeGreaterThanOrEqual(count)
    return found
  }, 60_000)
}

const MENDED = `
held = 0
def on_bar(bot, bar):
    global held
    held += 1
    bot.buy(quantity=10) if held % 2 else bot.exit()
`
// Every minute decides, so that the test need not wait for longer bars.
const CONFIG = {
  name: 'Edited',
  bot_type: 'custom_strategy' as const,
  symbol: 'SBIN-EQ',
  token: '3045',
  interval: '1m' as const,
}

test('a bot from the template is broken, fixed, tested, backtested, deployed and assigned; the account trades the new version', {
  timeout: 90_000,
}, async () => {
  const { token: owner, user } = await addReadyUser(server, 'custom_strategy')
  const token = admin.access
  const { template } = (await server.call(code.readCurrentBotCode, {}, token)).body
  const made = (await server.call(code.createBotCode, { code: template, config: CONFIG }, token)).body
  expect((await server.call(code.deployBotCode, { id: made.id }, token)).status).toBe(200)

  const broken = `${template}\ndef broken(\n`
  const seen = (await server.call(code.testBotCode, { code: broken, config: CONFIG }, token)).body
  expect(seen).toMatchObject({ success: false, line: broken.split('\n').indexOf('def broken(') + 1 })
  await server.call(code.updateBotCode, { id: made.id, code: MENDED, config: CONFIG }, token)
  const tried = (await server.call(code.testSavedBotCode, { id: made.id, test_type: 'full' }, token)).body
  expect(tried).toMatchObject({ success: true, gate: { passed: true } })
  const report = (await runTestBacktest(server, token, { bot_id: made.id, days: 5 })).body
  expect(report).toMatchObject({ state: 'finished', error: null })
  expect(report.report?.trades.length).toBeGreaterThan(10)
  expect((await server.call(code.deployBotCode, { id: made.id }, token)).status).toBe(200)

  const assigned = await server.call(assignBot, { bot_id: made.id, user_id: user.id }, token)
  expect(assigned.status, JSON.stringify(assigned.body)).toBe(200)
  const { bot } = (await server.call(startParticipation, {}, owner)).body
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
  await server.call(stopParticipation, { close_positions: true }, owner)
})
