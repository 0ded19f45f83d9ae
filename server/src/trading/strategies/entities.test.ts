// The administrator's entities, field by field, as clients read them.
import * as api from '@trading-bot/contract/rest/trading/bot-code'
import { readBotConfig } from '@trading-bot/contract/rest/trading/bot-config'
import { listLogs } from '@trading-bot/contract/rest/operations/logs'
import { listAdminSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addTrader } from '../../testing/test-traders.ts'
import { adminForFile } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'

const server = serverForFile()
const admin = adminForFile(server)

const BOT_CODE = [
  'id',
  'name',
  'filename',
  'status',
  'bot_type',
  'symbol',
  'multiple_symbols',
  'quantity',
  'ema_period',
]
const BOT_CODE_MORE = ['last_modified', 'version_number', 'code', 'config']
const FORM = (
  'name description version status bot_type symbol token quantity long_capital_amount short_capital_amount ema_period ' +
  'stop_loss_percent target_profit_percent buy_threshold sell_threshold max_trades_per_day max_loss_per_day max_profit_per_day is_active ' +
  'auto_trade backtest_mode historical_days multiple_symbols'
).split(' ')

test('EN-07 CALL GET /admin/bot-code/{id}/ CALL GET /admin/bot-code/list/ a bot code item and its form have every field', async () => {
  await addTrader(server)
  const { body: names } = await server.call(api.listBotNames, {}, admin.access)
  const { body } = await server.call(api.readBotCode, { id: names[0]!.id }, admin.access)
  expect(Object.keys(body)).toEqual(expect.arrayContaining([...BOT_CODE, ...BOT_CODE_MORE]))
  // Epoch seconds, not milliseconds.
  expect(body.last_modified).toBe(Math.floor(server.deps.clock.now().getTime() / 1000))
  expect(Object.keys(body.config)).toEqual(expect.arrayContaining(FORM))
  expect((await server.call(api.readBotCode, { id: crypto.randomUUID() }, admin.access)).status).toBe(404)
})

test('EN-08 a symbol and a log line have every field, the log with its user and bot', async () => {
  const trader = await addTrader(server)
  const { body: symbols } = await server.call(listAdminSymbols, {}, admin.access)
  const [symbol] = 'symbols' in symbols ? (symbols.symbols as object[]) : (symbols as object[])
  expect(Object.keys(symbol!)).toEqual(
    expect.arrayContaining(['id', 'symbol', 'token', 'name', 'is_active', 'created_at']),
  )
  await sql`
    insert into system_logs (id, level, category, message, user_id, user_bot_id, details, created_at)
    values (gen_random_uuid(), 'WARNING', 'trading', 'Noticed', ${trader.user_id}, ${trader.id}, '{"kind":"STRAY"}', now())`.execute(
    server.db,
  )
  const { body: logs } = await server.call(listLogs, { category: 'trading' }, admin.access)
  expect(logs[0]).toMatchObject({
    level: 'WARNING',
    category: 'trading',
    message: 'Noticed',
    user: { email: trader.registration.email },
    bot: { name: 'EMA Bot' },
    details: { kind: 'STRAY' },
  })
  expect(Object.keys(logs[0]!)).toEqual(expect.arrayContaining(['id', 'created_at']))
})

test('EN-10 the three configurations keep their own names: percentage for users, percent for administrators', async () => {
  const trader = await addTrader(server)
  const { body: subscription } = await server.call(readMySubscription, {}, trader.token)
  const own = subscription.bot_configuration
  expect(own).toMatchObject({ stop_loss_percentage: expect.any(Number), target_profit_percentage: expect.any(Number) })
  expect(own).not.toHaveProperty('stop_loss_percent')
  const flow = [
    'capital_amount',
    'long_capital_amount',
    'short_capital_amount',
    'auto_trade',
    'backtest_mode',
    'allowed_symbols',
  ]
  expect(Object.keys(own ?? {})).toEqual(expect.arrayContaining(flow))
  const { body: simple } = await server.call(readBotConfig, {}, admin.access)
  expect(simple).toMatchObject({ stop_loss_percent: expect.any(Number), target_profit_percent: expect.any(Number) })
  expect(simple).not.toHaveProperty('stop_loss_percentage')
  const fields = [
    'name',
    'description',
    'version',
    'status',
    'max_trades_per_day',
    'is_active',
    'auto_trade',
    'backtest_mode',
  ]
  expect(Object.keys(simple)).toEqual(expect.arrayContaining(fields))
  const saved = await server.call(updateConfiguration, { id: subscription.id, capital_amount: 1000 }, trader.token)
  expect(saved.body.bot_configuration.capital_amount).toBe(1000)
})
