import type { CallRequest } from '@trading-bot/contract/rest/call'
import { createBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import * as api from '@trading-bot/contract/rest/trading/bot-config'
import { expect, test } from 'vitest'
import { shippedBot } from '../../../platform/providers/shipped-bots.ts'
import { eventually } from '../../../testing/eventually.ts'
import { queuedBacktest, runTestBacktest } from '../../../testing/run-test-backtest.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { scriptServerForFile } from '../../../testing/test-scripts.ts'
import { findBacktest } from './backtest-store.ts'
import { endOverdueBacktests, runBacktestJob } from './run-backtest-job.ts'

const server = scriptServerForFile()
const admin = adminForFile(server)

const CONFIG = { name: 'Tried', bot_type: 'custom_strategy' as const, symbol: 'SBIN-EQ', token: '3045' }
const SIMPLE = {
  symbol: 'SBIN-EQ',
  token: '3045',
  quantity: 1,
  ema_period: 44,
  stop_loss_percent: 1,
  target_profit_percent: 2,
}

const backtest = async (input: CallRequest<typeof api.runBacktest>) =>
  (await runTestBacktest(server, admin.access, input)).body

test('AC-02 CALL GET /admin/bot-config/ shows the active bot, CALL GET /admin/bot-config/{id}/ any', async () => {
  const { body } = await server.call(api.readBotConfig, {}, admin.access)
  expect(body).toMatchObject({ symbol: '', token: '', name: 'EMA Bot', status: 'active', version: '1.0.0' })
  const { body: same } = await server.call(api.readOneBotConfig, { id: body.id }, admin.access)
  expect(same).toEqual(body)
})

test('AC-02 CALL POST /admin/bot-config/update/ saves a version with the simple view’s defaults and deploys it', async () => {
  const { body: before } = await server.call(api.readBotConfig, {}, admin.access)
  const { body } = await server.call(api.updateBotConfig, { config: SIMPLE }, admin.access)
  expect(body).toMatchObject({
    is_deployed: true,
    config: { ema_period: 44, version_number: before.version_number + 1 },
  })
  expect(body.config).toMatchObject({
    max_trades_per_day: 5,
    max_loss_per_day: 1000,
    max_profit_per_day: 5000,
    backtest_mode: true,
  })
  const bad = await server.call(
    api.updateBotConfig,
    { config: { ...SIMPLE, stop_loss_percent: 101, quantity: 0 } },
    admin.access,
  )
  expect(bad.status).toBe(400)
  expect(bad.body).toMatchObject({
    'config.stop_loss_percent': ['Stop loss must be between 0 and 100'],
    'config.quantity': ['Quantity must be at least 1'],
  })
})

test('AC-04 CALL POST /admin/bot-config/backtest/ answers the report of a short run', async () => {
  const body = await backtest({ days: 30 })
  expect(body).toMatchObject({ state: 'finished', error: null, progress: 100 })
  expect(body.output).toMatch(/trades over \d+ bars of \S+-EQ, .*net −?₹/)
  const report = body.report!
  expect(report.ran_as).toBe('native')
  expect(report.trades_total).toBeGreaterThan(5)
  expect(report.trades.reduce((sum, { pnl }) => sum + pnl, 0)).toBeCloseTo(report.net, 2)
  expect(report.equity.at(-1)![1]).toBeCloseTo(report.capital + report.net, 2)
  expect(report.equity.length).toBeLessThanOrEqual(400)
  expect(report.candles.length).toBeLessThanOrEqual(600)
  expect(report.fill_model.join(' ')).toContain('filled at the open of the next minute')
})

test('a backtest is judged: trades drawn anew, dearer fills, other parameters, walk-forward and a sentence', async () => {
  const config = { ...CONFIG, bot_type: 'ema_strategy' as const, ema_period: 40 }
  const { job_id: id, report } = await backtest({ config, days: 90 })
  const { body } = await server.call(api.measureRobustness, { id }, admin.access)
  expect(body.costs.map(({ slippage_times }) => slippage_times)).toEqual([1, 2, 3])
  expect(body.costs[0]!.net).toBeCloseTo(report!.net, 2)
  expect(body.costs[2]!.net).toBeLessThan(body.costs[1]!.net)
  expect(body.resampled!.times).toBe(1_000)
  expect(body.resampled!.net.worst).toBeLessThan(body.resampled!.net.best)
  const slow = body.neighbours.find(({ field }) => field === 'ema_period')!
  expect(slow.cells.map(({ moved_percent }) => moved_percent)).toEqual([-20, -10, 10, 20])
  // A neighbour is what a backtest of those parameters gives.
  const other = await backtest({ config: { ...config, ema_period: slow.cells[0]!.value }, days: 90 })
  expect(other.report).toMatchObject({ net: slow.cells[0]!.net, trades_total: slow.cells[0]!.trades })
  expect(body.walk_forward!.folds).toHaveLength(4)
  expect(body.sentence).toMatch(/^(Robust|Fragile|Too few|It lost money)/)
  expect((await server.call(api.measureRobustness, { id }, admin.access)).body).toEqual(body)
})

test('a script is judged like a native strategy, with its own parameters', async () => {
  const code = `${await shippedBot('ema_strategy')}\n# edited\n`
  const { job_id: id, report } = await backtest({ code, config: { ...CONFIG, bot_type: 'ema_strategy' }, days: 40 })
  expect(report!.ran_as).toBe('python')
  const { body } = await server.call(api.measureRobustness, { id }, admin.access)
  expect(body.costs[0]!.net).toBeCloseTo(report!.net, 2)
  expect(body.neighbours.length).toBeGreaterThan(0)
  expect(body.walk_forward).not.toBeNull()
})

test('an error in the code is the backtest’s error, with its line, and only a finished backtest is judged', async () => {
  const unknown = { id: '01890000-0000-7000-8000-000000000000' }
  expect((await server.call(api.measureRobustness, unknown, admin.access)).status).toBe(404)
  const failed = await backtest({ code: 'def on_bar(bot, bar):\n    return 1 / 0\n', config: CONFIG, days: 3 })
  expect(failed).toMatchObject({ state: 'failed', error: 'ZeroDivisionError: division by zero (line 2)', report: null })
  // With the bar it was called with.
  expect(failed.rows!.rows).toHaveLength(1)
  const { status, body } = await server.call(api.measureRobustness, { id: failed.job_id }, admin.access)
  expect([status, body]).toMatchObject([409, { code: 'BACKTEST_NOT_FINISHED' }])
})

test('a report draws what the script plots, with a value for each of its candles', async () => {
  const code = `
def on_bar(bot, bar):
    bot.plot("close", bar.close, pane="price")
    if bar.time.hour == 9: print("nine")
`
  const { report, output } = await backtest({ code, config: { ...CONFIG, interval: '1m' }, days: 10 })
  expect(report!.plots).toEqual([
    { name: 'close', pane: 'price', values: report!.candles.map(([, , , , close]) => close) },
  ])
  expect(output).toMatch(/Output of the script:\n\d\d \w{3} 09:16 {2}nine\n/)
})

test('a year of one-minute bars through edited Python is reported within 2 seconds', async () => {
  const code = await shippedBot('ema_strategy')
  const begun = performance.now()
  const body = await backtest({
    code: `${code}\n# edited\n`,
    config: { ...CONFIG, bot_type: 'ema_strategy' },
    days: 365,
  })
  const took = performance.now() - begun
  expect(body.report).toMatchObject({ ran_as: 'python' })
  expect(body.report!.bars).toBeGreaterThan(85_000)
  expect(took).toBeLessThan(4_000)
})

test('a script reads candles from long before its own bars, and none from after its clock', async () => {
  const code = `
import time
from datetime import datetime, timedelta
from SmartApi import SmartConnect
api = SmartConnect('k')
def ask(interval, days):
    now = datetime.now()
    start = now - timedelta(days=days)
    wanted = dict(exchange='NSE', symboltoken='3045', interval=interval)
    return api.getCandleData({**wanted, 'fromdate': start.strftime('%Y-%m-%d %H:%M'), 'todate': '2099-01-01 09:15'})['data']
time.sleep(60)
daily, hours = ask('ONE_DAY', 90), ask('ONE_HOUR', 20)
print('DAYS', len(daily), daily == sorted(daily), daily[-1][0] <= datetime.now().isoformat())
print('HOURS', len(hours), len({row[0] for row in hours}) == len(hours))
`
  const { output } = await backtest({ code, config: CONFIG, days: 3 })
  const [, days, isSorted, isPast] = /DAYS (\d+) (\w+) (\w+)/.exec(output)!
  expect(Number(days)).toBeGreaterThan(50)
  expect([isSorted, isPast]).toEqual(['True', 'True'])
  const [, hours, areUnique] = /HOURS (\d+) (\w+)/.exec(output)!
  expect(Number(hours)).toBeGreaterThan(70)
  expect(areUnique).toBe('True')
})

test('AC-04 a long backtest continues as a job, reports its progress and can be cancelled', async () => {
  const code = 'x = 0\ndef on_bar(bot, bar):\n    global x\n    for i in range(3000): x += i\n'
  const config = { ...CONFIG, bot_type: 'custom_strategy' as const }
  const asked = server.call(api.runBacktest, { code, config, days: 365 }, admin.access)
  const worked = queuedBacktest(server).then((backtestId) => runBacktestJob(server.deps, { backtestId }))
  const open = await eventually(async () => {
    const row = await server.db.selectFrom('backtests').selectAll().where('state', '=', 'running').executeTakeFirst()
    expect(row).toBeDefined()
    return row!
  })
  const { body } = await server.call(api.cancelBacktest, { id: open.id }, admin.access)
  expect(body.state).toBe('cancelled')
  await worked
  expect((await asked).body).toMatchObject({ state: 'cancelled', error: null })
  const again = await server.call(api.cancelBacktest, { id: open.id }, admin.access)
  expect(again.body).toMatchObject({ code: 'BACKTEST_OVER' })
  expect((await server.call(api.readBacktest, { id: open.id }, admin.access)).body.state).toBe('cancelled')
}, 30_000)

test('too many bars are refused before any work', async () => {
  const multiple_symbols = await server.db.selectFrom('symbols').select(['symbol', 'token', 'name']).limit(20).execute()
  const config = { ...CONFIG, bot_type: 'multiple_stokes_strategy' as const, symbol: '', token: '', multiple_symbols }
  const reply = await server.call(api.runBacktest, { config, days: 365 }, admin.access)
  expect(reply.body).toMatchObject({
    code: 'BACKTEST_TOO_LARGE',
    error:
      'This backtest would read 19,55,358 bars, and 5,00,000 fit into one. Choose at most 93 days, or fewer symbols.',
  })
  const fitting = { config, days: 93, code: 'def on_bar(bot, bar): pass' }
  const asked = server.call(api.runBacktest, fitting, admin.access)
  await server.call(api.cancelBacktest, { id: (await queuedBacktest(server))! }, admin.access)
  expect((await asked).status).toBe(200)
  const { body: bot } = await server.call(
    createBotCode,
    { code: 'def on_bar(bot, bar): pass', config: CONFIG },
    admin.access,
  )
  const missing = await server.call(api.runBacktest, { bot_id: bot.id, version: 9 }, admin.access)
  expect(missing.status).toBe(404)
})

test('a backtest that throws ends as failed with its reason, and one that kills its process is begun three times at most', async () => {
  const made = await backtest({ config: { ...CONFIG, bot_type: 'ema_strategy' } as never })
  const again = async (change: object) => {
    await server.db
      .updateTable('backtests')
      .set({ state: 'running', error: null, report: null, ...change })
      .where('id', '=', made.job_id)
      .execute()
    return made.job_id
  }
  const read = () => findBacktest(server.db, made.job_id)
  await runBacktestJob(server.deps, { backtestId: await again({ config: JSON.stringify({ broken: true }) }) })
  expect(await read()).toMatchObject({ state: 'failed', error: expect.stringMatching(/^It ended with an error: /) })
  await runBacktestJob(server.deps, { backtestId: await again({ starts: 3 }) })
  expect(await read()).toMatchObject({ state: 'failed', error: 'The server stopped 3 times while this ran.' })
  // Its job is gone: the deadline ends it.
  await again({ started_at: server.deps.clock.now() })
  server.moveTime(20 * 60_000)
  await endOverdueBacktests(server.deps)
  expect(await read()).toMatchObject({ state: 'running' })
  server.moveTime(1)
  await endOverdueBacktests(server.deps)
  expect(await read()).toMatchObject({ state: 'failed', error: 'It did not end within 20 minutes.' })
  server.moveTime(-20 * 60_000 - 1)
})
