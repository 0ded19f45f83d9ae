// Backtests, tests and gates of an installation that trades on the real market.
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { checkBotVersion, listBotCode, testBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type * as api from '@trading-bot/contract/rest/trading/bot-config'
import { addCorporateAction } from '@trading-bot/contract/rest/trading/market-data'
import { dayNumberOf, indiaDayNumber } from '@trading-bot/core/time'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../../demo/seed-catalogue.ts'
import { shippedBot } from '../../../platform/providers/shipped-bots.ts'
import { storeBars } from '../../../testing/past-bars.ts'
import { runTestBacktest } from '../../../testing/run-test-backtest.ts'
import { simulatedDays, stockNamed } from '../../../testing/simulated-days.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { wasCheckedOnRealDays } from '../index.ts'

let code: string
const server = serverForFile({ demo: false })
const admin = adminForFile(server)
beforeAll(async () => {
  await seedCatalogue(server.deps)
  code = await shippedBot('ema_strategy')
})
afterEach(async () => {
  for (const table of ['bar_days', 'bar_months', 'corporate_actions'] as const) {
    await server.db.deleteFrom(table).execute()
  }
})

const SBIN = stockNamed('SBIN-EQ')
const CONFIG = { name: 'Tried', bot_type: 'ema_strategy' as const, symbol: 'SBIN-EQ', token: '3045' }
const WARNING = 'Simulated market: says nothing about profit'
/** Today is Monday, 16 November 2026. */
const [FROM, UNTIL] = ['2026-10-17', '2026-11-15']

const backtest = (more: Partial<CallRequest<typeof api.runBacktest>> = {}) =>
  runTestBacktest(server, admin.access, { code, config: CONFIG, days: 30, ...more })

test('without history a quick test runs on the simulated market and says so', async () => {
  const { body } = await server.call(testBotCode, { code, config: CONFIG, test_type: 'quick' }, admin.access)
  expect(body).toMatchObject({ success: true, data: { is_simulated: true, warning: WARNING } })
  expect(body.data?.words).toBe('Simulated NSE market, one-minute bars, seed 2026, generator 2')
  expect(body.output).toContain(WARNING)
})

test('a test takes the newest days that are stored in one piece, when those before today are not there', async () => {
  const [from, until, gap] = ['2025-03-03', '2025-03-31', '2025-03-25']
  const bars = simulatedDays('SBIN-EQ', from, until)
  await storeBars(server.deps, SBIN, bars, { without: [dayNumberOf(gap)] })
  const { body } = await server.call(testBotCode, { code, config: CONFIG, test_type: 'quick' }, admin.access)
  expect(body).toMatchObject({ success: true, data: { is_simulated: false, warning: null, left_out_total: 0 } })
  expect(body.data?.complete_days).toBeGreaterThan(1)
})

test('without history a backtest is refused, unless the simulated market is asked for', async () => {
  const refused = await backtest()
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'NO_HISTORY', error: expect.stringContaining('SBIN-EQ') })
  const { body } = await backtest({ market: 'simulated' })
  expect(body.report).toMatchObject({
    data: { is_simulated: true, warning: WARNING, sources: { simulated: expect.any(Number) } },
  })
  expect(body.report!.market).toContain(WARNING)
  expect(body.output).toContain(WARNING)
})

test('days that are not covered are named, and left out only if that is allowed', async () => {
  const bars = simulatedDays('SBIN-EQ', FROM, UNTIL)
  const missing = dayNumberOf('2026-11-04')
  await storeBars(server.deps, SBIN, bars, { without: [missing] })
  const refused = await backtest()
  expect(refused.body).toMatchObject({
    code: 'DAYS_NOT_COVERED',
    error: expect.stringContaining('SBIN-EQ: 2026-11-04'),
  })
  const { body } = await backtest({ allow_partial: true })
  expect(body.report!.data).toMatchObject({
    is_simulated: false,
    warning: null,
    left_out: [{ symbol: 'SBIN-EQ', day: '2026-11-04', status: 'missing' }],
    left_out_total: 1,
  })
  expect(body.report!.market).toContain('1 left out')
})

test('a backtest on stored days prints source, coverage and a hash that follows the data', async () => {
  const bars = simulatedDays('SBIN-EQ', FROM, UNTIL)
  await storeBars(server.deps, SBIN, bars)
  const { report } = (await backtest()).body
  const days = new Set(Array.from(bars.timeMs, indiaDayNumber)).size
  expect(report!.data).toMatchObject({ complete_days: days, sources: { broker: days }, left_out: [], warning: null })
  expect(report!.market).toMatch(/^NSE, one-minute bars: \d+ days from the broker, data [0-9a-f]{12}$/)
  expect(report!.bars).toBe(bars.timeMs.length)
  const again = (await backtest()).body.report!
  expect(again).toMatchObject({ result_hash: report!.result_hash, data: { hash: report!.data!.hash } })
  const changed = { ...bars, volume: bars.volume.map((shares) => shares + 1) }
  await storeBars(server.deps, SBIN, changed)
  expect((await backtest()).body.report!.data!.hash).not.toBe(report!.data!.hash)
})

test('raw bars and a split give trade for trade the signals of the series adjusted beforehand', async () => {
  const adjusted = simulatedDays('SBIN-EQ', FROM, UNTIL)
  await storeBars(server.deps, SBIN, adjusted)
  const wanted = (await backtest()).body.report!
  const exDay = dayNumberOf('2026-11-02')
  const old = (timeMs: number) => indiaDayNumber(timeMs) < exDay
  const prices = (column: Int32Array) => column.map((paise, row) => (old(adjusted.timeMs[row]!) ? paise * 5 : paise))
  await storeBars(server.deps, SBIN, {
    ...adjusted,
    openPaise: prices(adjusted.openPaise),
    highPaise: prices(adjusted.highPaise),
    lowPaise: prices(adjusted.lowPaise),
    closePaise: prices(adjusted.closePaise),
  })
  const jumped = await backtest()
  expect(jumped.body).toMatchObject({ code: 'DAYS_NOT_COVERED', error: expect.stringContaining('2026-11-02') })
  const action = { symbol: 'SBIN-EQ', ex_day: '2026-11-02', kind: 'split' as const, factor: 0.2 }
  expect((await server.call(addCorporateAction, action, admin.access)).status).toBe(201)
  const { report } = (await backtest()).body
  const entries = ({ trades }: api.BacktestReport) => trades.map(({ side, entry_time }) => `${side} ${entry_time}`)
  expect(entries(report!)).toEqual(entries(wanted))
  // Fills, quantities and charges are those of the prices that traded.
  const [first, same] = [report!.trades[0]!, wanted.trades[0]!]
  expect(first.entry_price / same.entry_price).toBeCloseTo(5, 1)
  expect(first.quantity).toBeLessThan(same.quantity)
})

test('the publish checks of a version count as real only on stored days', async () => {
  const { body: bots } = await server.call(listBotCode, {}, admin.access)
  const ema = bots.find(({ bot_type }) => bot_type === 'ema_strategy')!
  await server.db
    .updateTable('bot_versions')
    .set({ config: JSON.stringify({ symbol: 'SBIN-EQ', token: '3045' }) })
    .where('bot_id', '=', ema.id)
    .execute()
  const version = { id: ema.id, version: 1 }
  const check = () => server.call(checkBotVersion, { id: ema.id, number: '1' }, admin.access)
  expect((await check()).body.data).toMatchObject({ is_simulated: true })
  expect(await wasCheckedOnRealDays(server.db, version)).toBe(false)
  await storeBars(server.deps, SBIN, simulatedDays('SBIN-EQ', FROM, UNTIL))
  expect((await check()).body.data).toMatchObject({ is_simulated: false, warning: null })
  expect(await wasCheckedOnRealDays(server.db, version)).toBe(true)
})
