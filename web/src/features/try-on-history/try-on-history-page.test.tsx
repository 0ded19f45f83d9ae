import { createBot } from '@trading-bot/contract/rest/trading/bots'
import {
  type HistoryRuns,
  listPlanRuns,
  PLAN_RUNS_PER_DAY,
  readPlanRun,
  startPlanRun,
} from '@trading-bot/contract/rest/trading/history-runs'
import { readBotPlan } from '@trading-bot/contract/rest/billing/plans'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../testing/answers.ts'
import { button } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'
import { planNamed, signInHolding } from '../../testing/plans.ts'
import { botOf, id, participate } from '../../testing/trading.ts'

const AT = '2026-11-12T05:00:00.000Z'
const RUNS: HistoryRuns = {
  most: PLAN_RUNS_PER_DAY,
  used: 0,
  renews_at: '2026-11-18T18:30:00.000Z',
  claim: { kind: 'simulated', sentence: 'Simulated figures.' },
  last_day: '2026-11-13',
  runs: [],
}
const run = button('Run on history')
const before = page.getByRole('region', { name: 'New run' })

test('a bot that was never started is set up for a run without starting it', async () => {
  signInAs('trader')
  participate(null)
  answer(createBot, () => {
    participate({ status: 'stopped', is_participating: false })
    return botOf(1)
  })
  await visit('/try-on-history')
  await button('Set up my bot').click()
  await expect.element(run).toBeEnabled()
  await expect.element(page.getByText('Results stay here for 90 days.')).toBeVisible()
})

test('a plan’s bot is tried with a capital of at least ₹1,000, three times a day', async () => {
  signInHolding(null)
  const plan = planNamed('EMA Monthly')
  answer(readBotPlan, () => {
    if (!('bot_type' in plan)) throw new Error('a plan with a bot')
    return plan
  })
  const runs = (used: number) => answer(listPlanRuns, { ...RUNS, used })
  runs(0)
  await visit(`/try-on-history/${plan.id}`)
  await expect.element(before).toHaveTextContent('0 of 3 runs before buying used today.')
  const capital = before.getByRole('textbox', { name: 'Capital' })
  await capital.fill('500')
  await run.click()
  await expect.element(before).toHaveTextContent('Enter a capital of at least ₹1,000')
  await expect.element(capital).toHaveFocus()
  runs(3)
  await visit(`/try-on-history/${plan.id}`)
  await expect.element(before).toHaveTextContent('3 of 3 runs before buying used today.')
  await expect.element(run).toBeDisabled()
})

test('where results are not shown a plan’s bot is walked through one day, with reasons and without a figure', async () => {
  signInHolding(null)
  const plan = planNamed('EMA Monthly')
  answer(readBotPlan, () => {
    if (!('bot_type' in plan)) throw new Error('a plan with a bot')
    return plan
  })
  const claim = { kind: 'hidden', sentence: 'Results on past prices are not shown before you hold the plan.' } as const
  answer(listPlanRuns, { ...RUNS, claim })
  const run = { id: id(1), state: 'finished', progress: 100, days: 1, created_at: AT, error: null, net: null } as const
  const decision = {
    at: AT,
    symbol: 'SBIN-EQ',
    side: 'LONG',
    kind: 'ENTRY',
    reason: 'Fast EMA crossed above.',
  } as const
  const exit = { ...decision, kind: 'EXIT', reason: 'TARGET' } as const
  const walk = {
    day: '2026-11-12',
    symbol: 'SBIN-EQ',
    rule: 'Buys when the fast line rises above the slow one.',
    market: 'NSE',
    candles: [],
    decisions: [decision, exit],
  }
  const finished = { ...run, claim, report: null, robustness: null, walk }
  answer(startPlanRun, (sent) => {
    expect(sent.body).toMatchObject({ day: '2026-11-12' })
    return finished
  })
  answer(readPlanRun, finished)
  await visit(`/try-on-history/${plan.id}`)
  await expect.element(page.getByRole('heading', { name: 'How EMA Monthly decides' })).toBeVisible()
  const day = page.getByLabelText('Day')
  await day.fill('')
  await button('Show this day').click()
  await expect.element(before).toHaveTextContent('Choose a day')
  await day.fill('2026-11-12')
  await button('Show this day').click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect.element(result).toHaveTextContent('Enters longFast EMA crossed above.')
  await expect.element(result).toHaveTextContent('Leaves longThe price reached the target.')
  await expect.element(result).toHaveTextContent(claim.sentence)
  await expect.element(page.getByText('Net', { exact: true })).not.toBeInTheDocument()
})
