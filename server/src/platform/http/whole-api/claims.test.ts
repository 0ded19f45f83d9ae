// Generated from the contract: no call tells somebody who does not hold a strategy what it made.
import type { Call } from '@trading-bot/contract/rest/call'
import { CALLS } from '@trading-bot/contract/rest/calls'
import type { PerformanceClaims } from '@trading-bot/contract/rest/operations/compliance'
import { startHistoryRun, startPlanRun } from '@trading-bot/contract/rest/trading/history-runs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { validBodies } from '../../../testing/fuzz/valid-bodies.ts'
import { rowsNamedBy } from '../../../testing/id-kinds.ts'
import { storeBars } from '../../../testing/past-bars.ts'
import { resultFieldsOf, toldResults } from '../../../testing/result-fields.ts'
import { simulatedDays, stockNamed } from '../../../testing/simulated-days.ts'
import { signUp } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { addTrip } from '../../../testing/test-trades.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { runBacktestJob } from '../../../trading/strategies/index.ts'
import { SIMULATED } from '../../compliance-settings.ts'

/**
 * Why a call may answer with results, or with a file that is not looked into. `account`: the caller's own orders and
 * nothing else. `claims`: asks `claimOf`. `file`: holds no result of a strategy. A new call has to be judged here.
 */
const WHY: Readonly<Record<string, 'account' | 'claims' | 'file' | 'enum'>> = {
  'GET /auth/dashboard/': 'account',
  // The mode of the installation.
  'GET /world/': 'enum',
  'GET /auth/export/': 'claims',
  'GET /subscriptions/payment/{id}/invoice/': 'file',
  'GET /bots/': 'account',
  'POST /bots/': 'account',
  'GET /bots/stats/': 'account',
  'GET /bots/{id}/': 'account',
  'PUT /bots/{id}/': 'account',
  'POST /bots/{id}/control/': 'account',
  'POST /bots/{id}/duplicate/': 'account',
  'GET /bots/participation/status/': 'account',
  'POST /bots/participation/start/': 'account',
  'POST /bots/participation/stop/': 'account',
  'GET /bots/{id}/positions/': 'account',
  'GET /bots/{id}/orders/': 'account',
  'GET /bots/{id}/own-limits/': 'account',
  'PUT /bots/{id}/own-limits/': 'account',
  'GET /bots/{id}/history-runs/': 'claims',
  'POST /bots/{id}/history-runs/': 'claims',
  'GET /bots/{id}/history-runs/{run_id}/': 'claims',
  'POST /bots/{id}/history-runs/{run_id}/cancel/': 'claims',
  'GET /subscriptions/bot-plans/{id}/history-runs/': 'claims',
  'POST /subscriptions/bot-plans/{id}/history-runs/': 'claims',
  'GET /subscriptions/bot-plans/{id}/history-runs/{run_id}/': 'claims',
  'POST /subscriptions/bot-plans/{id}/history-runs/{run_id}/cancel/': 'claims',
  'GET /reality-checks/': 'claims',
  'GET /bots/analytics/': 'account',
  'GET /bots/{id}/performance/': 'account',
  'GET /bots/recent-trades/': 'account',
  'GET /bots/trades/realtime/': 'account',
  'GET /bots/trades/{id}/': 'account',
  'GET /bots/trades/export/': 'account',
  'GET /bots/tax-statement/csv/': 'account',
  'GET /bots/tax-statement/pdf/': 'account',
  'GET /bots/dashboard/': 'account',
  'GET /bots/today/': 'account',
}

const PUBLIC = CALLS.map(({ spec }) => spec).filter(({ access }) => access !== 'admin')
const nameOf = ({ method, path }: Call) => `${method} ${path}`

test('every call whose answer has room for results says why somebody may get them', () => {
  const telling = PUBLIC.filter((spec) => spec.produces !== undefined || resultFieldsOf(spec).length > 0)
  expect(telling.map(nameOf).sort()).toEqual(Object.keys(WHY).sort())
})

const serverOf = (performance: PerformanceClaims) =>
  serverForFile({
    demo: false,
    compliance: {
      ...SIMULATED,
      hosting: 'own-logic',
      paperPrices: 'live',
      performance,
      verification: { agency: 'CARE Ratings', reference: 'PV-17', day: '2026-08-03' },
    },
  })
const SERVERS = {
  off: serverOf('off'),
  'own-account': serverOf('own-account'),
  verified: serverOf('verified'),
  simulated: serverOf('simulated'),
} as const satisfies Record<PerformanceClaims, unknown>
const DAY = '2026-11-13'
// They end the session, which the next calls need, or their account.
const LAST = ['/auth/logout/', '/auth/sessions/', '/auth/close-account/', '/auth/change-password/']

describe.each(Object.entries(SERVERS))('%s', (mode, server) => {
  const isHidden = mode === 'off' || mode === 'own-account'
  let plan: string
  let holder: Awaited<ReturnType<typeof addTrader>>
  let former: Awaited<ReturnType<typeof addTrader>>
  const runs = new Map<string, string>()

  beforeAll(async () => {
    await storeBars(server.deps, stockNamed('SBIN-EQ'), simulatedDays('SBIN-EQ', DAY))
    ;[holder, former] = [await addTrader(server), await addTrader(server)]
    await sql`update bot_plans set history_runs_per_month = 3, backtesting_enabled = true, allowed_symbols = '{SBIN-EQ}'
      where bot_type = 'ema_strategy'`.execute(server.db)
    plan = holder.botPlan('ema_strategy').id
    for (const trader of [holder, former]) {
      await addTrip(server, trader, { enteredAt: `${DAY}T05:00:00.000Z`, exitedAt: `${DAY}T05:30:00.000Z` })
      await sql`insert into reality_checks (user_bot_id, opened_at, user_id, strategy_id, version, mode, checked_at,
          entries_obtained, entries_replayed, entries_matched, exits_obtained, exits_replayed, exits_matched, net_paise,
          replayed_net_paise, is_simulated)
        select id, '2026-11-13T03:45:00Z', user_id, strategy_id, version, 'paper', now(), 1, 1, 1, 1, 1, 1, 100, 12300, false
        from user_bots where id = ${trader.id}`.execute(server.db)
      const { body } = await server.call(startHistoryRun, { id: trader.id, days: 1, day: DAY }, trader.token)
      await runBacktestJob(server.deps, { backtestId: body.id })
      runs.set(trader.token, body.id)
    }
    await sql`update subscriptions set end_at = ${server.deps.clock.now()} where id = ${former.subscription_id}`.execute(
      server.db,
    )
  })

  async function answersTo(token: string | undefined, specs: readonly Call[], ids: (spec: Call) => Promise<string>) {
    const answers: { call: string; status: number; body: unknown }[] = []
    for (const spec of specs) {
      const path = spec.path
        .replace('{id}', spec.path.includes('{id}') ? await ids(spec) : '')
        .replace('{run_id}', runs.get(token ?? '') ?? plan)
        .replace('{symbol}', 'SBIN-EQ')
        .replace('{bot_type}', 'ema_strategy')
        .replace('{position_id}', plan)
      const [body] = spec.consumes ? [''] : validBodies(spec)
      const reply = await server.raw(spec.method, `/api${path}`, { token, ...(spec.body && { body: body ?? '{}' }) })
      answers.push({ call: nameOf(spec), ...reply })
    }
    return answers
  }

  /** The row of that user that a path names, or any. */
  const rowOf = (userId: string) => async (spec: Call) => {
    if (spec.path.includes('bot-plans')) return plan
    if (spec.path.startsWith('/subscriptions/plans')) return holder.plans[0]!.id
    const { table, key } = rowsNamedBy(spec.path)
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(key)} as id from ${sql.table(table)} order by user_id = ${userId} desc limit 1`.execute(
      server.db,
    )
    return rows[0]?.id ?? plan
  }

  test('nobody without the plan is told a result by any call', async () => {
    const newcomer = await signUp(server)
    const { body } = await server.call(startPlanRun, { id: plan, days: 1, day: DAY, capital: 100_000 }, newcomer.access)
    await runBacktestJob(server.deps, { backtestId: body.id })
    runs.set(newcomer.access, body.id)
    const turn = ({ method, path }: Call) => (method === 'GET' ? 0 : LAST.includes(path) ? 2 : 1)
    const inOrder = PUBLIC.toSorted((one, other) => turn(one) - turn(other))
    for (const token of [undefined, newcomer.access]) {
      const answers = await answersTo(token, inOrder, rowOf(newcomer.user.id))
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const told = answers.flatMap(({ call, body: answer }) => toldResults(answer).map(({ name }) => `${call} ${name}`))
      const claimed = told.filter((each) => !each.startsWith('GET /world/'))
      if (isHidden || token === undefined) expect(claimed).toEqual([])
      else expect(claimed.length).toBeGreaterThan(0)
    }
  })

  const CLAIMS = PUBLIC.filter((spec) => WHY[nameOf(spec)] === 'claims')

  test('who held a plan sees the own account and no result on past prices', async () => {
    const answers = await answersTo(former.token, CLAIMS, rowOf(former.user_id))
    const text = JSON.stringify(answers.filter(({ call }) => call.startsWith('GET')))
    expect(answers.find(({ call }) => call.includes('{run_id}/'))?.status).toBe(200)
    expect(text.includes('"max_drawdown"')).toBe(!isHidden)
    expect(/replayed_net(_paise)?":("12300"|123)\b/.test(text)).toBe(!isHidden)
    // What the account itself did is bookkeeping.
    expect(text).toContain('"pnl_paise"')
  })

  test('a holder tries the bot on history in full, unless the platform shows nothing', async () => {
    const answers = await answersTo(holder.token, CLAIMS, rowOf(holder.user_id))
    const run = answers.find(({ call }) => call === 'GET /bots/{id}/history-runs/{run_id}/')
    const kind = { off: 'hidden', 'own-account': 'shown', verified: 'verified', simulated: 'simulated' }[mode]
    expect(run).toMatchObject({ status: 200, body: { state: 'finished', claim: { kind } } })
    expect(toldResults(run?.body).length > 0).toBe(mode !== 'off')
  })
})
