import * as api from '@trading-bot/contract/rest/trading/history-runs'
import { listBacktests } from '@trading-bot/contract/rest/trading/backtest-runs'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { dayNumberOf, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeBars } from '../../testing/past-bars.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { signUpBuyer } from '../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { runBacktestJob } from '../strategies/index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: false })
  const range = {
    fromMs: indiaDayStartMs(dayNumberOf('2026-11-06')),
    untilMs: indiaDayStartMs(dayNumberOf('2026-11-13') + 1) - 1,
  }
  const bars = simulateBars({ seed: 5, hours: 'nse' }, SBIN, range)
  if (!bars.ok) throw new Error(bars.refusal.sentence)
  await storeBars(server.deps, SBIN, bars.value)
  await sql`update bot_plans set backtesting_enabled = true, allowed_symbols = '{SBIN-EQ}'
    where bot_type = 'ema_strategy'`.execute(server.db)
})
afterAll(() => server.stop())

const SBIN = NIFTY_50.find(({ symbol }) => symbol === 'SBIN-EQ')!

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
  return {
    id,
    token,
    start,
    read,
    finish,
    list,
    cancel: (run_id: string) => server.call(api.cancelPlanRun, { id, run_id }, token),
  }
}

test('a user without a plan tries its bot with the typed capital, within the plan’s limits and symbols', async () => {
  const { start, finish, list, cancel } = await addVisitor()
  const started = await start()
  expect([started.status, started.body.state]).toEqual([201, 'queued'])
  const run = await finish(started.body.id)
  expect(run).toMatchObject({ state: 'finished', error: null, robustness: { sentence: expect.any(String) } })
  expect(run.report).toMatchObject({ capital: 250_000, symbols: ['SBIN-EQ'] })
  expect(run.report!.charges).toBeGreaterThan(0)
  expect(await list()).toMatchObject({ most: 3, used: 1, renews_at: '2026-11-16T18:30:00.000Z', runs: [{ days: 10 }] })
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
