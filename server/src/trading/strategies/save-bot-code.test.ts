// What an administrator's save refuses because no bot could trade with it.
import { createBotCode, updateBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { readBotConfig, updateBotConfig } from '@trading-bot/contract/rest/trading/bot-config'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { botForm, EDITED, newBotCode } from '../../testing/test-scripts.ts'
import { adminForFile } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { findRefusedParameter } from './refused-parameter.ts'

const PRICES = new Map<string, number>()
const server = serverForFile({}, { prices: { lastPaise: (symbol) => PRICES.get(symbol) } })
const admin = adminForFile(server)
beforeAll(() => seedCatalogue(server.deps))
beforeEach(() => PRICES.clear())

const create = (config: ReturnType<typeof botForm>) =>
  server.call(createBotCode, { code: EDITED, config }, admin.access)

test('a bot whose capital or cap on open positions buys no share is refused at its field', async () => {
  const small = botForm('Small', { long_capital_amount: 700, max_open_value: 600 })
  PRICES.set('3045', 80_000)
  expect((await create(small)).body).toMatchObject({
    'config.long_capital_amount': ['₹700.00 does not buy one share of SBIN-EQ at ₹800.00'],
    'config.max_open_value': ['₹600.00 does not buy one share of SBIN-EQ at ₹800.00'],
  })
  // The short capital of a one-sided bot is not used.
  expect((await create({ ...botForm('Enough', { long_capital_amount: 800, short_capital_amount: 1 }) })).status).toBe(
    201,
  )
  PRICES.clear()
  expect((await create(small)).status).toBe(201)
})

test('a capital that comes back unchanged is saved after the price has risen, but not for another symbol', async () => {
  const config = botForm('Risen', { long_capital_amount: 800 })
  const { id } = await newBotCode(server, admin.access, EDITED, config)
  PRICES.set('3045', 90_000).set('11536', 90_000)
  const save = (change: object) =>
    server.call(updateBotCode, { id, code: EDITED, config: { ...config, ...change } }, admin.access)
  expect((await save({ ema_period: 30 })).status).toBe(200)
  expect((await save({ long_capital_amount: 850 })).status).toBe(400)
  expect((await save({ symbol: 'TCS-EQ', token: '11536' })).body).toMatchObject({
    'config.long_capital_amount': ['₹800.00 does not buy one share of TCS-EQ at ₹900.00'],
  })
})

test('the simple configuration saves, keeps and takes away the limits on week, drawdown, open value and trailing stop', async () => {
  const { body: before } = await server.call(readBotConfig, {}, admin.access)
  const simple = { symbol: '', token: '', quantity: 1, ema_period: 20, stop_loss_percent: 2, target_profit_percent: 5 }
  const save = async (change: object) =>
    (await server.call(updateBotConfig, { bot_id: before.id, config: { ...simple, ...change } }, admin.access)).body
  const limits = { max_loss_per_week: 4000, max_drawdown: 9000, max_open_value: 50_000, trailing_stop_percent: 1.5 }
  expect((await save(limits)).config).toMatchObject(limits)
  // A client that does not send them leaves them as they are.
  expect((await save({ ema_period: 21 })).config).toMatchObject(limits)
  const none = { max_loss_per_week: null, max_drawdown: null, max_open_value: null, trailing_stop_percent: null }
  expect((await save(none)).config).toMatchObject(none)
  expect(await save({ trailing_stop_percent: 51 })).toMatchObject({
    'config.trailing_stop_percent': ['Trailing stop must be between 0.1 and 50'],
  })
})

test('a bot keeps its interval, which the simple configuration leaves as it is unless it is sent', async () => {
  const fresh = await newBotCode(server, admin.access, EDITED, botForm('Default interval'))
  expect(fresh.config.interval).toBe('5m')
  const { id } = await newBotCode(server, admin.access, EDITED, botForm('Quarter hours', { interval: '15m' }))
  const simple = {
    symbol: 'SBIN-EQ',
    token: '3045',
    quantity: 1,
    ema_period: 21,
    stop_loss_percent: 2,
    target_profit_percent: 5,
  }
  const save = async (change: object) =>
    (await server.call(updateBotConfig, { bot_id: id, config: { ...simple, ...change } }, admin.access)).body
  expect((await save({})).config).toMatchObject({ interval: '15m', version_number: 2 })
  expect((await save({ interval: '1h' })).config).toMatchObject({ interval: '1h', version_number: 3 })
  expect(await save({ interval: '7m' })).toMatchObject({ 'config.interval': ['Please choose an interval'] })
})

test('a version from before intervals decides every minute, and saving it unchanged makes no new one', async () => {
  const config = botForm('Old', { interval: '1m' })
  const { id } = await newBotCode(server, admin.access, EDITED, config)
  await server.db
    .updateTable('bot_versions')
    .set({ config: sql`config - 'interval'` })
    .where('bot_id', '=', id)
    .execute()
  const { body } = await server.call(updateBotCode, { id, code: EDITED, config }, admin.access)
  expect(body).toMatchObject({ version_number: 1, config: { interval: '1m' } })
})

test('a refused parameter is the user’s EMA period where the administrator’s own value is accepted', async () => {
  expect(await findRefusedParameter(server.db, 'ema_strategy', { emaPeriod: 0, others: {} })).toEqual({
    field: 'ema_period',
    sentence: 'EMA period must be between 1 and 200.',
  })
  expect(await findRefusedParameter(server.db, 'ema_strategy', { emaPeriod: 1, others: {} })).toBe(undefined)
  expect(await findRefusedParameter(server.db, 'ema_strategy', { emaPeriod: undefined, others: {} })).toBe(undefined)
})
