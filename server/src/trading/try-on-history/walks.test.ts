// A plan's bot before it is bought, where results are not shown.
import * as api from '@trading-bot/contract/rest/trading/history-runs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { SIMULATED } from '../../platform/compliance-settings.ts'
import { storeBars } from '../../testing/past-bars.ts'
import { simulatedDays, stockNamed } from '../../testing/simulated-days.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { addTrader, TRADER_SETTINGS } from '../../testing/test-traders.ts'
import { serverForFile, type TestServer } from '../../testing/test-server.ts'
import { runBacktestJob } from '../strategies/index.ts'

const restricted = (changes: Partial<typeof SIMULATED>) => ({
  demo: false,
  compliance: { ...SIMULATED, hosting: 'own-logic' as const, paperPrices: 'live' as const, ...changes },
})
const ownAccount = serverForFile(restricted({ performance: 'own-account' }))
const off = serverForFile(restricted({ performance: 'off' }))
const delayed = serverForFile(restricted({ performance: 'own-account', paperPrices: 'delayed' }))
const madeUp = serverForFile(restricted({ performance: 'own-account', paperPrices: 'simulated' }))

/** Today is Monday, 16 November 2026. */
const FRIDAY = '2026-11-13'

beforeAll(async () => {
  for (const { deps } of [ownAccount, off, delayed]) {
    await storeBars(deps, stockNamed('SBIN-EQ'), simulatedDays('SBIN-EQ', '2026-10-12', FRIDAY))
  }
})

async function addVisitor(server: TestServer) {
  const { token, botPlan } = await signUpBuyer(server)
  await sql`update bot_plans set backtesting_enabled = true, allowed_symbols = '{SBIN-EQ}'
    where bot_type = 'ema_strategy'`.execute(server.db)
  const { id } = botPlan('ema_strategy')
  const start = (day?: string) =>
    server.call(api.startPlanRun, { id, days: 10, capital: 250_000, ...(day && { day }) }, token)
  const run = async (day?: string) => {
    const { body } = await start(day)
    await runBacktestJob(server.deps, { backtestId: body.id })
    return (await server.call(api.readPlanRun, { id, run_id: body.id }, token)).body
  }
  const list = async () => (await server.call(api.listPlanRuns, { id }, token)).body
  return { id, token, start, run, list }
}

test('before buying the bot is walked through one day: entries and exits with reasons, and no figure', async () => {
  const { id, token, start, run, list } = await addVisitor(ownAccount)
  expect((await start()).body).toMatchObject({ day: ['Choose a day'] })
  const { walk, ...rest } = await run(FRIDAY)
  expect(rest).toMatchObject({
    state: 'finished',
    claim: { kind: 'hidden' },
    report: null,
    robustness: null,
    net: null,
  })
  expect(walk).toMatchObject({ day: FRIDAY, symbol: 'SBIN-EQ', rule: expect.stringContaining('exponential average') })
  expect(walk!.candles).toHaveLength(360)
  const kinds = walk!.decisions.map(({ kind }) => kind)
  expect(kinds).toContain('ENTRY')
  expect(kinds).toContain('EXIT')
  for (const decision of walk!.decisions) {
    expect(Object.keys(decision).sort()).toEqual(['at', 'kind', 'reason', 'side', 'symbol'])
    expect(decision.reason).not.toBe('')
  }
  expect((await list()).runs).toMatchObject([{ days: 1, net: null }])
  // Whoever has bought it sees the run in full.
  await buy(ownAccount, token, { bot_plan_id: id })
  expect(await list()).toMatchObject({ claim: { kind: 'shown' }, runs: [{ net: expect.any(Number) }] })
})

test('where nothing is shown a holder tries the own bot on a day, without figures', async () => {
  const trader = await addTrader(off)
  const settings = { ...TRADER_SETTINGS, parameters: { ema_period: 5 } }
  await sql`update user_bots set settings = ${JSON.stringify(settings)} where id = ${trader.id}`.execute(off.db)
  await sql`update bot_plans set history_runs_per_month = 3, backtesting_enabled = true
    where bot_type = 'ema_strategy'`.execute(off.db)
  const call = { id: trader.id, days: 10 }
  expect((await off.call(api.startHistoryRun, call, trader.token)).body).toMatchObject({ day: ['Choose a day'] })
  const { body } = await off.call(api.startHistoryRun, { ...call, day: FRIDAY }, trader.token)
  await runBacktestJob(off.deps, { backtestId: body.id })
  const run = (await off.call(api.readHistoryRun, { id: trader.id, run_id: body.id }, trader.token)).body
  expect(run).toMatchObject({ claim: { kind: 'hidden' }, report: null, net: null, walk: { day: FRIDAY } })
})

test('delayed prices: no day younger than 30 days is walked through, and an older run is not drawn any more', async () => {
  const { token, id, start, run, list } = await addVisitor(delayed)
  expect((await list()).last_day).toBe('2026-10-16')
  expect((await start('2026-10-19')).body).toMatchObject({ day: ['Choose a day up to 2026-10-16'] })
  const { walk, ...made } = await run('2026-10-16')
  expect(walk).toMatchObject({ day: '2026-10-16' })
  await sql`update backtests set report = jsonb_set(report, '{until}', '"2026-11-13T09:59:00.000Z"')
    where id = ${made.id}`.execute(delayed.db)
  expect((await delayed.call(api.readPlanRun, { id, run_id: made.id }, token)).body).toMatchObject({
    walk: null,
    error: 'The prices of this run may not be shown any more. Run it again.',
  })
})

test('simulated prices: the day is made up, whatever is stored', async () => {
  const { run } = await addVisitor(madeUp)
  expect((await run(FRIDAY)).walk).toMatchObject({ market: expect.stringContaining('imulated') })
})
