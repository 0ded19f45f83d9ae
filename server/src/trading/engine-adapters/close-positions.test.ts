// A click on "Close", from the HTTP call to the exit order: through the database, by the engine that trades.
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { stopAllBots } from '@trading-bot/contract/rest/trading/admin-bots'
import { stopOwnBots } from '@trading-bot/contract/rest/trading/bots'
import { closeAllPositions, closePosition } from '@trading-bot/contract/rest/trading/closing'
import { exchangePaperMarket } from '@trading-bot/engine/brokers/paper/exchange-paper-market'
import { exchangeTicks } from '@trading-bot/engine/exchange/exchange-ticks'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../platform/db/client.ts'
import { hurriedTime } from '../../testing/hurried-time.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTrader, TRADER_SETTINGS } from '../../testing/test-traders.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { DEMO_MARKET } from './prices/open-market.ts'
import { startTrading } from './start-trading.ts'

const time = hurriedTime(Date.parse('2026-11-30T10:35:00.000Z'), 10)
const exchange = openExchange({ market: DEMO_MARKET, ...time, randomness: systemRandomness })
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => new Date(time.clock.nowMs()) } })
})
afterAll(async () => {
  exchange.close()
  await server.stop()
})

async function withEngine(work: () => Promise<void>): Promise<void> {
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
  const tape = exchangePaperMarket(exchange)
  const market = {
    calendar: DEMO_CALENDAR,
    stream: exchangeTicks(exchange),
    candles: async (...asked: Parameters<typeof tape.candles>) =>
      ({ kind: 'answered', value: tape.candles(...asked)! }) as const,
  }
  const brokerOf = () => {
    throw new Error('nobody trades with real money here')
  }
  const trading = await startTrading(server.deps, database.pool, { market, brokerOf }, pino({ level: 'silent' }), time)
  await work()
  await trading.stop()
  await database.close()
}

/** Ten shares without stop and target, so that nothing but a request closes them. */
async function addHolder() {
  const trader = await addTrader(server)
  const limits = { ...TRADER_SETTINGS.limits, stopLossBps: null, targetBps: null }
  const settings = JSON.stringify({ ...TRADER_SETTINGS, limits })
  await server.db.updateTable('user_bots').set({ settings }).where('id', '=', trader.id).execute()
  return { ...trader, ...(await addOpenPosition(server, trader)) }
}

const exitsOf = (botId: string) =>
  server.db
    .selectFrom('orders')
    .select(['state', 'purpose', 'reason', 'quantity', 'position_id'])
    .where('user_bot_id', '=', botId)
    .where('purpose', '<>', 'ENTRY')
    .execute()

test('CALL POST /bots/{id}/positions/{position_id}/close/ twenty at once make one exit order, one request and one audit line', async () => {
  const { position, ...trader } = await addHolder()
  await withEngine(async () => {
    const close = () => server.call(closePosition, { id: trader.id, position_id: position }, trader.token)
    const replies = await Promise.all(Array.from({ length: 20 }, close))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    await expect.poll(async () => (await close()).body.message, { timeout: 10_000 }).toBe('SBIN-EQ is already closed.')
  })
  expect(await exitsOf(trader.id)).toEqual([
    { state: 'FILLED', purpose: 'EXIT', reason: 'STOPPED', quantity: 10, position_id: position },
  ])
  const audit = await server.db.selectFrom('audit_lines').selectAll().where('subject_id', '=', trader.id).execute()
  expect(audit.map(({ action, actor_id, after }) => [action, actor_id, after])).toEqual([
    ['position.close', trader.user_id, { position_id: position }],
  ])
  // The bot itself was not stopped.
  const bot = await server.db
    .selectFrom('user_bots')
    .select('status')
    .where('id', '=', trader.id)
    .executeTakeFirstOrThrow()
  expect(bot.status).toBe('running')
})

test('CALL POST /bots/close-all/ closes own positions only; a request made while no engine runs is not lost', async () => {
  const trader = await addHolder()
  const { position: foreign, ...other } = await addHolder()
  const refused = await server.call(closePosition, { id: other.id, position_id: foreign }, trader.token)
  expect(refused.status).toBe(404)
  const mixed = await server.call(closePosition, { id: trader.id, position_id: foreign }, trader.token)
  expect(mixed.status).toBe(404)
  const asked = await server.call(closeAllPositions, {}, trader.token)
  expect(asked.body).toEqual({ message: '1 position is still being closed.', still_open: ['SBIN-EQ'] })
  await withEngine(async () => {
    await expect
      .poll(async () => (await server.call(closeAllPositions, {}, trader.token)).body.message, { timeout: 10_000 })
      .toBe('No position is open.')
  })
  expect(await exitsOf(trader.id)).toHaveLength(1)
  expect(await exitsOf(other.id)).toEqual([])
})

test('a bot that is stopped with its positions while no engine runs closes them at the next start, once', async () => {
  const trader = await addHolder()
  await server.call(stopOwnBots, { close_positions: true }, trader.token)
  await withEngine(async () => {
    await expect
      .poll(async () => exitsOf(trader.id), { timeout: 10_000 })
      .toMatchObject([{ state: 'FILLED', reason: 'STOPPED' }])
  })
  expect(await exitsOf(trader.id)).toHaveLength(1)
})

test('an administrator who stops all bots while no engine runs closes them at the next start, once', async () => {
  const trader = await addHolder()
  const admin = await signUpAdmin(server)
  await server.call(stopAllBots, {}, admin.access)
  await withEngine(async () => {
    await expect
      .poll(async () => exitsOf(trader.id), { timeout: 10_000 })
      .toMatchObject([{ state: 'FILLED', reason: 'STOPPED' }])
  })
  expect(await exitsOf(trader.id)).toHaveLength(1)
})
