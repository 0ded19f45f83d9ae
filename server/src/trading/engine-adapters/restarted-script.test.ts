// A script that holds a position when the engine is restarted, and when its owner closes the position.
import { assignBot } from '@trading-bot/contract/rest/trading/admin-bots'
import * as code from '@trading-bot/contract/rest/trading/bot-code'
import { startParticipation, stopParticipation } from '@trading-bot/contract/rest/trading/bots'
import { closePosition } from '@trading-bot/contract/rest/trading/closing'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { hurriedTime } from '../../testing/hurried-time.ts'
import { startTestEngine } from '../../testing/start-test-engine.ts'
import { adminForFile } from '../../testing/test-accounts.ts'
import { addReadyUser } from '../../testing/test-runners.ts'
import { scriptServerForFile } from '../../testing/test-scripts.ts'

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

// Past bars are shown to it while it is flat, so that it counts those alone through which it held.
const HOLDS = `
def on_bar(bot, bar):
    if bot.position().side == 0:
        bot.buy(quantity=10)
    else:
        bot.state['bars'] = bot.state.get('bars', 0) + 1
        print('held', bot.state['bars'])
def on_fill(bot, fill): print('filled', fill.reason)
`
const CONFIG = {
  name: 'Holds',
  bot_type: 'custom_strategy' as const,
  symbol: 'SBIN-EQ',
  token: '3045',
  interval: '1m' as const,
}

const ordersOf = (botId: string, purpose: string) =>
  server.db
    .selectFrom('orders')
    .select(['state', 'reason', 'position_id'])
    .where('user_bot_id', '=', botId)
    .where('purpose', '=', purpose)
    .execute()

async function printed(): Promise<string[]> {
  const rows = await server.db
    .selectFrom('strategy_output')
    .select('text')
    .where('kind', '=', 'print')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ text }) => text.trim().split('\n'))
}

const heldBars = async () =>
  (await printed()).flatMap((line) => (line.startsWith('held') ? [Number(line.split(' ')[1])] : []))

test('a script goes on with its position and its state after a restart, and enters again after its owner has closed', {
  timeout: 120_000,
}, async () => {
  const { token: owner, user } = await addReadyUser(server, 'custom_strategy')
  const token = admin.access
  const made = (await server.call(code.createBotCode, { code: HOLDS, config: CONFIG }, token)).body
  await server.call(code.testSavedBotCode, { id: made.id, test_type: 'full' }, token)
  expect((await server.call(code.deployBotCode, { id: made.id }, token)).status).toBe(200)
  expect((await server.call(assignBot, { bot_id: made.id, user_id: user.id }, token)).status).toBe(200)
  const { bot } = (await server.call(startParticipation, {}, owner)).body
  await eventually(async () => expect((await heldBars()).length).toBeGreaterThan(2), 60_000)

  await engine.stop()
  const before = await heldBars()
  engine = await startTestEngine(server, exchange, time)
  await eventually(async () => expect((await heldBars()).length).toBeGreaterThan(before.length + 1), 60_000)
  // It counts on, the bar at which the engine stopped perhaps again, and holds what the account holds.
  const [next] = (await heldBars()).slice(before.length)
  expect(next! - before.at(-1)!).toBeOneOf([0, 1, 2])
  const [entry, ...others] = await ordersOf(bot.id, 'ENTRY')
  expect(others).toEqual([])

  await server.call(closePosition, { id: bot.id, position_id: entry!.position_id }, owner)
  await eventually(async () => expect((await ordersOf(bot.id, 'ENTRY')).length).toBe(2), 60_000)
  // What is printed is stored in batches.
  await eventually(async () => expect(await printed()).toContain('filled STOPPED'), 60_000)
  expect(await ordersOf(bot.id, 'EXIT')).toMatchObject([{ state: 'FILLED', reason: 'STOPPED' }])
  await server.call(stopParticipation, { close_positions: true }, owner)
})
