import * as api from '@trading-bot/contract/rest/trading/history-runs'
import { listBacktests } from '@trading-bot/contract/rest/trading/backtest-runs'
import { updateOwnLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeBars } from '../../testing/past-bars.ts'
import { simulatedDays, stockNamed } from '../../testing/simulated-days.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { signUpBuyer } from '../../testing/test-plans.ts'
import { addTrader, TRADER_SETTINGS } from '../../testing/test-traders.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { runBacktestJob } from '../strategies/index.ts'
import { monthOf } from './history-quota.ts'

const server = serverForFile({ demo: false })

/** Today is Monday, 16 November 2026; the ten days before it are 6 to 15 November. */
const storeDays = (from: string, until: string) =>
  storeBars(server.deps, stockNamed('SBIN-EQ'), simulatedDays('SBIN-EQ', from, until))

async function addHistoryTrader(runs = 3) {
  const trader = await addTrader(server)
  const settings = { ...TRADER_SETTINGS, parameters: { ema_period: 5 } }
  await sql`update user_bots set settings = ${JSON.stringify(settings)} where id = ${trader.id}`.execute(server.db)
  await sql`update bot_plans set history_runs_per_month = ${runs}, backtesting_enabled = true
    where bot_type = 'ema_strategy'`.execute(server.db)
  const start = (days = 10) => server.call(api.startHistoryRun, { id: trader.id, days }, trader.token)
  const read = (run_id: string) => server.call(api.readHistoryRun, { id: trader.id, run_id }, trader.token)
  const finish = async (run_id: string) => {
    await runBacktestJob(server.deps, { backtestId: run_id })
    return (await read(run_id)).body
  }
  const list = async () => (await server.call(api.listHistoryRuns, { id: trader.id }, trader.token)).body
  return { ...trader, start, finish, read, list }
}

test('nothing stored is refused with the symbols, and is not counted', async () => {
  const { start, list } = await addHistoryTrader()
  const refused = await start()
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    error: 'No prices of SBIN-EQ are stored for these days yet. Try again later.',
  })
  expect(await list()).toMatchObject({ most: 3, used: 0, runs: [] })
})

test('a run trades with the bot’s own capital and tighter limits, and names the days that are not stored', async () => {
  await storeDays('2026-11-06', '2026-11-12')
  const { id, token, start, finish, list } = await addHistoryTrader()
  const started = await start()
  expect([started.status, started.body.state]).toEqual([201, 'queued'])
  const free = await finish(started.body.id)
  expect(free).toMatchObject({ state: 'finished', error: null, robustness: { sentence: expect.any(String) } })
  expect(free.report).toMatchObject({ capital: 100_000, symbols: ['SBIN-EQ'], parameters: { ema_period: 5 } })
  expect(free.report!.trades_total).toBeGreaterThan(0)
  expect(free.report!.charges).toBeGreaterThan(0)
  expect(free.report!.data).toMatchObject({
    is_simulated: false,
    left_out: [{ symbol: 'SBIN-EQ', day: '2026-11-13', status: 'missing' }],
    left_out_total: 1,
  })
  const tight = { max_loss_per_day: null, max_profit_per_day: 1, max_open_positions: 1, excluded_symbols: [] }
  expect((await server.call(updateOwnLimits, { id, ...tight }, token)).status).toBe(200)
  const stopped = await finish((await start()).body.id)
  expect(stopped.report!.denials.map(({ code }) => code)).toContain('DAILY_PROFIT_REACHED')
  expect(free.report!.denials.map(({ code }) => code)).not.toContain('DAILY_PROFIT_REACHED')
  // Both results are kept, newest first.
  expect((await list()).runs.map(({ net }) => net)).toEqual([stopped.report!.net, free.report!.net])
})

test('runs asked for at the same moment never exceed the plan’s number a month', async () => {
  const { start, finish, list } = await addHistoryTrader(2)
  const answers = await Promise.all([start(), start(), start(), start()])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  await finish(answers.find(({ status }) => status === 201)!.body.id)
  await finish((await start()).body.id)
  const spent = await start()
  expect(spent.body).toMatchObject({
    error: 'All 2 runs on history of this month are used. The count starts again on 2026-12-01.',
  })
  expect(await list()).toMatchObject({ most: 2, used: 2, renews_at: '2026-11-30T18:30:00.000Z' })
  // A run that failed is not the user's fault.
  await sql`update backtests set state = 'failed' where user_bot_id is not null`.execute(server.db)
  expect((await start()).status).toBe(201)
})

test('a plan without backtesting offers no history', async () => {
  const { start, list } = await addHistoryTrader()
  await sql`update bot_plans set backtesting_enabled = false where bot_type = 'ema_strategy'`.execute(server.db)
  expect((await start()).body).toMatchObject({ error: 'Your plan does not include trying the bot on history.' })
  expect((await list()).most).toBe(0)
})

test('a queued run can be cancelled once, stays counted, and its job does nothing', async () => {
  const { id, token, start, finish, list } = await addHistoryTrader()
  const { body } = await start()
  const cancel = () => server.call(api.cancelHistoryRun, { id, run_id: body.id }, token)
  expect((await cancel()).body).toMatchObject({ state: 'cancelled' })
  expect((await cancel()).status).toBe(409)
  expect(await finish(body.id)).toMatchObject({ state: 'cancelled', report: null })
  expect((await list()).used).toBe(1)
})

test('another user’s runs do not exist', async () => {
  const { id, start } = await addHistoryTrader()
  const { body } = await start()
  const other = await addHistoryTrader()
  expect((await server.call(api.listHistoryRuns, { id }, other.token)).status).toBe(404)
  expect((await server.call(api.startHistoryRun, { id, days: 10 }, other.token)).status).toBe(404)
  expect((await server.call(api.readHistoryRun, { id: other.id, run_id: body.id }, other.token)).status).toBe(404)
  expect((await server.call(api.cancelHistoryRun, { id: other.id, run_id: body.id }, other.token)).status).toBe(404)
})

describe('a plan’s bot', () => {
  beforeAll(async () => {
    await storeDays('2026-11-06', '2026-11-13')
    await sql`update bot_plans set backtesting_enabled = true, allowed_symbols = '{SBIN-EQ}'
      where bot_type = 'ema_strategy'`.execute(server.db)
  })

  /** Somebody who has an account and no plan. */
  async function addVisitor() {
    const { token, botPlan } = await signUpBuyer(server)
    const { id } = botPlan('ema_strategy')
    const start = (values: object = {}) =>
      server.call(api.startPlanRun, { id, days: 10, capital: 250_000, ...values }, token)
    const read = (run_id: string) => server.call(api.readPlanRun, { id, run_id }, token)
    const finish = async (run_id: string) => {
      await runBacktestJob(server.deps, { backtestId: run_id })
      return (await read(run_id)).body
    }
    const list = async () => (await server.call(api.listPlanRuns, { id }, token)).body
    const cancel = (run_id: string) => server.call(api.cancelPlanRun, { id, run_id }, token)
    return { id, start, read, finish, list, cancel }
  }

  test('a user without a plan tries its bot with the typed capital, within the plan’s limits and symbols', async () => {
    const { start, finish, list, cancel } = await addVisitor()
    const started = await start()
    expect([started.status, started.body.state]).toEqual([201, 'queued'])
    const run = await finish(started.body.id)
    expect(run).toMatchObject({ state: 'finished', error: null, robustness: { sentence: expect.any(String) } })
    expect(run.report).toMatchObject({ capital: 250_000, symbols: ['SBIN-EQ'] })
    expect(run.report!.charges).toBeGreaterThan(0)
    expect(await list()).toMatchObject({
      most: 3,
      used: 1,
      renews_at: '2026-11-16T18:30:00.000Z',
      runs: [{ days: 10 }],
    })
    expect((await cancel(started.body.id)).status).toBe(409)
    // It is no backtest of the administrator's.
    const { bot_id } = await server.db
      .selectFrom('backtests')
      .select('bot_id')
      .where('id', '=', started.body.id)
      .executeTakeFirstOrThrow()
    const { access: admin } = await signUpAdmin(server)
    expect((await server.call(listBacktests, { id: bot_id! }, admin)).body).toEqual([])
  })

  test('three runs a day, also when they are asked for at the same moment, and again the next day', async () => {
    const { start, cancel, list } = await addVisitor()
    const answers = await Promise.all([start(), start(), start()])
    const [first] = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    await cancel(first!.body.id)
    for (const _ of [2, 3]) await cancel((await start()).body.id)
    const spent = await start()
    expect([spent.status, spent.body]).toMatchObject([
      409,
      { error: 'You have tried plans on history 3 times today, which is the most in a day. Try again tomorrow.' },
    ])
    expect((await list()).used).toBe(3)
    await sql`update backtests set created_at = created_at - interval '1 day' where bot_plan_id is not null`.execute(
      server.db,
    )
    expect((await start()).status).toBe(201)
  })

  test('a plan that is not on offer, or does not include backtesting, is not tried', async () => {
    const { id, start, list } = await addVisitor()
    const refused = { error: 'This plan’s bot cannot be tried on history.' }
    await sql`update bot_plans set is_active = false where id = ${id}`.execute(server.db)
    expect((await start()).body).toMatchObject(refused)
    await sql`update bot_plans set is_active = true, backtesting_enabled = false where id = ${id}`.execute(server.db)
    expect((await start()).body).toMatchObject(refused)
    expect((await list()).most).toBe(0)
    await sql`update bot_plans set backtesting_enabled = true where id = ${id}`.execute(server.db)
  })

  test('capital and days out of range are field errors, and days without prices name the symbols', async () => {
    const { id, start } = await addVisitor()
    expect((await start({ capital: 999 })).body).toMatchObject({ capital: ['Enter a capital of at least ₹1,000'] })
    expect((await start({ days: 61 })).body).toMatchObject({ days: ['Days must be a whole number from 1 to 60'] })
    await sql`update bot_plans set allowed_symbols = '{TCS-EQ}' where id = ${id}`.execute(server.db)
    expect((await start()).body).toMatchObject({
      error: 'No prices of TCS-EQ are stored for these days yet. Try again later.',
    })
    await sql`update bot_plans set allowed_symbols = '{SBIN-EQ}' where id = ${id}`.execute(server.db)
  })

  test('another user’s runs of the same plan do not exist', async () => {
    const { start } = await addVisitor()
    const { body } = await start()
    const other = await addVisitor()
    expect((await other.read(body.id)).status).toBe(404)
    expect((await other.cancel(body.id)).status).toBe(404)
    expect((await other.list()).runs).toEqual([])
  })
})

test.each([
  ['2026-11-16T05:00:00Z', '2026-10-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z'],
  ['2026-12-31T18:29:59Z', '2026-11-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
  ['2026-12-31T18:30:00Z', '2026-12-31T18:30:00.000Z', '2027-01-31T18:30:00.000Z'],
  ['2028-02-29T12:00:00Z', '2028-01-31T18:30:00.000Z', '2028-02-29T18:30:00.000Z'],
])('the month of %s is India’s', (at, start, end) => {
  const month = monthOf(new Date(at))
  expect([month.start.toISOString(), month.end.toISOString()]).toEqual([start, end])
})
