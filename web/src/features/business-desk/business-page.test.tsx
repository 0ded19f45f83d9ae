import {
  type BusinessDesk,
  type BusinessMonth,
  exportBusiness,
  listDue,
  listMoney,
  listPayers,
  listTrials,
  readBusiness,
} from '@trading-bot/contract/rest/billing/business'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, sentTo } from '../../testing/answers.ts'
import { button, dialog, expectStats, rowsOf } from '../../testing/controls.ts'
import { catchDownloads } from '../../testing/downloads.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

const nothing = { amount: 0, payers: 0 }
const november: BusinessMonth = {
  month: '2026-11',
  as_of: '2026-11-18T06:00:00.000Z',
  is_final: false,
  start_mrr: 2000,
  start_payers: 2,
  mrr: 2846.6,
  payers: 2,
  movements: {
    new: { amount: 1846.6, payers: 1 },
    expansion: nothing,
    contraction: nothing,
    churn: { amount: -1000, payers: 1 },
    reactivation: nothing,
  },
  churn_percent: 50,
  value_churn_percent: 50,
  collected: 2179,
  refunded: 0,
  refund_percent: 0,
  differs_since: null,
}
const desk: BusinessDesk = {
  as_of: november.as_of,
  mrr: 2846.6,
  arr: 34159.2,
  payers: 2,
  arpu: 1423.3,
  months: [november],
  plans: [{ name: 'Trader', payers: 2, mrr: 2846.6 }],
  trials: [{ month: '2026-11', begun: 5, ended: 4, converted: 1, converted_percent: 25 }],
  cohorts: [{ month: '2026-11', size: 3, paying: [2] }],
  due: { renewing: { count: 1, amount: 999 }, ending: { count: 2, amount: 1998 } },
}

beforeEach(() => signInAs('admin'))

test('the desk shows a month’s movements, opens the users behind one, and gives the months as a file', async () => {
  answer(readBusiness, desk)
  await visit('/admin/business')
  await expectStats({ MRR: '₹2,846.60', ARR: '₹34,159.20', 'Paying users': '2', ARPU: '₹1,423.30' })
  await button('What is “Churn”?').click()
  await expect.element(page.getByRole('note').filter({ hasText: 'do not any more' })).toBeVisible()
  const row = rowsOf('MRR by month').first()
  await expect.element(row).toHaveTextContent('Nov 2026 so far')
  await expect.element(row).toHaveTextContent('+₹1,846.60')
  await expect.element(row).toHaveTextContent('−₹1,000.00')
  await expect.element(page.getByText('2 plans, ₹1,998.00')).toBeVisible()
  await expect.element(rowsOf('Users by the month of their first payment').first()).toHaveTextContent('2 (67 %)')
  const user = { id: '01a1dd09-4f97-7ffe-aa39-000000000001', email: 'left@example.in', username: 'left' }
  const totals = { count: 1, before: 1000, after: 0 }
  answer(listPayers, [{ user, plan_name: 'Trader', before: 1000, after: 0 }], { totals })
  await button('Churn of Nov 2026').click()
  await expect.element(dialog.getByText('1 user: ₹1,000.00 a month before, ₹0.00 after.')).toBeVisible()
  await expect.element(dialog.getByText('left@example.in')).toBeVisible()
  expect(sentTo(listPayers).at(-1)?.query.get('list')).toBe('churn')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const downloads = catchDownloads()
  given(exportBusiness, () => ({ status: 200, body: 'month\r\n' }))
  await button('Export CSV').click()
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['business.csv'])
})

test('before the first payment the desk says when figures appear; a month that comes out differently is named', async () => {
  answer(readBusiness, {
    ...desk,
    as_of: null,
    mrr: 0,
    arr: 0,
    payers: 0,
    arpu: null,
    months: [],
    plans: [],
    trials: [],
    cohorts: [],
  })
  await visit('/admin/business')
  await expect.element(page.getByText('The first figures appear some minutes after the first payment.')).toBeVisible()
  answer(readBusiness, { ...desk, months: [{ ...november, is_final: true, differs_since: november.as_of }] })
  await visit('/admin/business')
  await expect.element(page.getByText(/^Nov 2026: the nightly check computes other figures/)).toBeVisible()
})

test('a figure of the free trials opens the trials behind it', async () => {
  answer(readBusiness, desk)
  await visit('/admin/business')
  const row = rowsOf('Free trials by month').first()
  await expect.element(row).toHaveTextContent('25 %')
  const user = { id: '01a1dd09-4f97-7ffe-aa39-000000000002', email: 'tried@example.in', username: 'tried' }
  const days = { started_at: '2026-11-01T06:00:00.000Z', ends_at: '2026-11-15T06:00:00.000Z' }
  const trial = { user, plan_name: 'EMA Monthly', ...days, converted_at: '2026-11-14T06:00:00.000Z' }
  answer(listTrials, [trial], { totals: { count: 1 } })
  await button('Converted in Nov 2026').click()
  await expect.element(dialog.getByText('1 trial', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('14 Nov 2026')).toBeVisible()
  expect(sentTo(listTrials).at(-1)?.query.get('list')).toBe('converted')
})

test('collected, a plan and a cohort open what is behind them', async () => {
  answer(readBusiness, desk)
  await visit('/admin/business')
  const user = { id: '01a1dd09-4f97-7ffe-aa39-000000000004', email: 'paid@example.in', username: 'paid' }
  const payment = { id: user.id, user, plan_name: 'Trader', amount: 2179, at: '2026-11-02T06:00:00.000Z' }
  answer(listMoney, [payment], { totals: { count: 1, amount: 2179 } })
  await button('Collected in Nov 2026').click()
  await expect.element(dialog.getByText('1 payment, ₹2,179.00.')).toBeVisible()
  expect(sentTo(listMoney).at(-1)?.query.get('list')).toBe('collected')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const totals = { count: 2, before: 2000, after: 2846.6 }
  answer(listPayers, [{ user, plan_name: 'Trader', before: 1000, after: 1000 }], { totals })
  await button('MRR of Trader').click()
  await expect.element(page.getByRole('heading', { name: 'MRR, Trader, Nov 2026' })).toBeVisible()
  expect(sentTo(listPayers).at(-1)?.query.get('plan')).toBe('Trader')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await button('Of Nov 2026, paying in Nov 2026').click()
  await expect.element(page.getByRole('heading', { name: /first paid in Nov 2026/ })).toBeVisible()
  expect(sentTo(listPayers).at(-1)?.query.get('cohort')).toBe('2026-11')
})

test('what is due opens the plans behind it', async () => {
  answer(readBusiness, desk)
  await visit('/admin/business')
  const user = { id: '01a1dd09-4f97-7ffe-aa39-000000000003', email: 'renews@example.in', username: 'renews' }
  const plan = { user, plan_name: 'EMA Monthly', ends_at: '2026-12-01T06:00:00.000Z', amount: 999 }
  answer(listDue, [plan], { totals: { count: 1, amount: 999 } })
  await button(/^Plans due: /)
    .first()
    .click()
  await expect.element(dialog.getByText('1 plan, ₹999.00 as of now.')).toBeVisible()
  await expect.element(dialog.getByText('renews@example.in')).toBeVisible()
})
