import { authenticateAgain } from '@trading-bot/contract/rest/accounts/security'
import { refundPayment } from '@trading-bot/contract/rest/billing/payments'
import { readRefundLimits } from '@trading-bot/contract/rest/billing/refunds'
import * as api from '@trading-bot/contract/rest/billing/subscription-reports'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, recorded, refuse, sentTo } from '../../testing/answers.ts'
import {
  button,
  choose,
  dialog,
  expectSaid,
  expectStats,
  expectTexts,
  fill,
  rowsOf,
  texts,
} from '../../testing/controls.ts'
import { catchDownloads } from '../../testing/downloads.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const id = (number: number) => `01a1dd09-4f97-7ffe-aa39-${String(number).padStart(12, '0')}`
const rows = rowsOf('Subscriptions')
const filters = button(/^Filters/)
const email = page.getByRole('searchbox', { name: 'Email' })
const none = page.getByText('No subscriptions found')
const asked = (name: string) => sentTo(api.listAllSubscriptions).at(-1)?.query.get(name)

beforeEach(() => signInAs('admin'))

test('AS-01 filters are collapsed, narrow the list and its CSV, stay in the address and are cleared', async () => {
  answer(api.listAllSubscriptions, ({ query }) => {
    const { subscriptions, pagination } = recorded(api.listAllSubscriptions)
    if (query.get('status') !== 'expired' && !query.has('start_date')) return { subscriptions, pagination }
    return { subscriptions: [], pagination: { ...pagination, total_count: 0, total_pages: 0 } }
  })
  refuse(api.exportSubscriptions, 403, { error: 'Confirm that it is you to do this.', code: 'RECENT_AUTH_REQUIRED' })
  answer(authenticateAgain, () => {
    given(api.exportSubscriptions, () => ({ status: 200, body: 'email\r\n' }))
    return null
  })
  const files = catchDownloads()
  await visit('/admin/subscriptions')
  const money = { 'Total Revenue': '₹999.00', 'Monthly Revenue': '₹999.00' }
  await expectStats({ 'Total Subscriptions': '1', 'Active Subscriptions': '1', ...money })
  await expect.element(email).not.toBeInTheDocument()
  await filters.click()
  await email.fill('demo@')
  await expect.poll(() => asked('user_email')).toBe('demo@')
  expect(window.location.search).toContain('email=demo')
  await button('Export CSV').click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await fill({ 'Your password': 'Admin@1234' }, confirm)
  await button('Confirm', confirm).click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['subscriptions.csv'])
  expect(sentTo(api.exportSubscriptions)[0]?.query.get('user_email')).toBe('demo@')
  await choose('Status', 'Expired')
  await expect.element(none).toBeVisible()
  await visit(window.location.pathname + window.location.search)
  await expect.element(none).toBeVisible()
  await expect.element(filters).toHaveTextContent('Filters (2)')
  await choose('Status', 'Active')
  await expect.poll(() => rows.elements()).toHaveLength(1)
  await page.getByLabelText('From').fill('2031-01-01')
  await expect.element(none).toBeVisible()
  await button('Clear filters').click()
  await expect.element(email).toHaveValue('')
  await expect.element(filters).toHaveTextContent(/^Filters$/)
})

test('AS-01 AS-02 a page shows twenty rows and at most five page buttons; each of eight orders is requested from the server, and a failure shows its text', async () => {
  const [row] = recorded(api.listAllSubscriptions).subscriptions
  answer(api.listAllSubscriptions, ({ query }) => ({
    subscriptions: Array.from({ length: 20 }, (_, at) => ({ ...row!, id: id(at) })),
    pagination: { page: Number(query.get('page')), page_size: 20, total_count: 400, total_pages: 20 },
  }))
  const pages = page.getByRole('navigation', { name: 'Pages of subscriptions' })
  const numbers = () => texts(pages.getByRole('button', { name: /^Page \d+$/ }))
  await visit('/admin/subscriptions')
  await expect.poll(() => rows.elements()).toHaveLength(20)
  expect(asked('page_size')).toBe('20')
  expect(numbers()).toEqual(['1', '2', '3', '4', '5'])
  await button('Page 5', pages).click()
  await expect.poll(numbers).toEqual(['3', '4', '5', '6', '7'])
  expect(window.location.search).toContain('page=5')
  await button('Last page', pages).click()
  await expect.poll(numbers).toEqual(['16', '17', '18', '19', '20'])
  await expect.element(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue(api.SUBSCRIPTION_SORTS.newest)
  expect(asked('sort_by')).toBe(null)
  const { newest: _, ...others } = api.SUBSCRIPTION_SORTS
  expect(Object.keys(others)).toHaveLength(7)
  for (const [sort, label] of Object.entries(others)) {
    await choose('Sort by', label)
    await expect.poll(() => asked('sort_by')).toBe(sort)
  }
  refuse(api.listAllSubscriptions, 500)
  await visit('/admin/subscriptions')
  await expect.element(toast('Failed to fetch subscriptions')).toBeVisible()
})

const AT = '2026-11-17T18:49:48.805Z'

function detail(): api.SubscriptionDetail {
  const [subscription] = recorded(api.listAllSubscriptions).subscriptions
  const paid = { purpose: 'purchase', amount: 999, amount_refunded: 0, refund_due: null, status: 'success' } as const
  const order = { order_id: 'order_1', provider_payment_id: 'pay_1', plan_name: 'EMA Monthly' }
  const times = { currency: 'INR', created_at: AT, paid_at: AT } as const
  return {
    subscription: subscription!,
    payments: [{ id: id(1), ...order, ...paid, ...times, is_simulated: true, invoice_number: null }],
    invoices: [],
    ledger: [{ id: id(2), at: AT, kind: 'captured', lines: [{ account: 'bank', amount: 999 }] }],
    history: [],
  }
}

test('AS-01 the details show payments, invoices, ledger and history; a refund requires the typed word, a cancellation a confirmation', async () => {
  let shown = detail()
  answer(api.readAdminSubscription, () => shown)
  const maximum = { maximum: 998.37, maximum_with_reason: 999 }
  answer(readRefundLimits, { paid: 999, refunded: 0, unused: 998.37, ...maximum, owed: null })
  await visit('/admin/subscriptions')
  await rows.getByRole('button').click()
  await expectTexts(dialog, 'EMA Monthly', '₹999.00')
  await dialog.getByRole('tab', { name: 'Ledger (1)' }).click()
  await expect.element(dialog).toHaveTextContent('captured')
  await dialog.getByRole('tab', { name: 'Invoices (0)' }).click()
  await dialog.getByRole('tab', { name: 'Payments (1)' }).click()
  await button(/^Refund ₹/, dialog).click()
  const form = dialog.getByRole('form', { name: 'Refund' })
  const word = form.getByRole('textbox', { name: 'Type REFUND to confirm' })
  const amount = form.getByRole('textbox', { name: 'Amount' })
  await expect.element(form).toHaveTextContent('Up to ₹998.37 (₹999.00 with a reason)')
  await button('Refund payment', form).click()
  await expect.element(word).toHaveAttribute('aria-invalid', 'true')
  await word.fill('REFUND')
  await amount.fill('1000')
  await button('Refund payment', form).click()
  await expect.element(form).toHaveTextContent('At most ₹999.00 can be refunded')
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
  await expect.element(amount).toHaveFocus()
  expect(sentTo(refundPayment)).toEqual([])
  answer(refundPayment, () => {
    const actor = { id: id(3), email: 'admin@trading-bot.localhost' }
    const at = '2026-11-17T18:55:00.000Z'
    const after = { amount: 10_000 }
    shown = { ...shown, history: [{ id: id(4), at, action: 'payment.refunded', actor, before: null, after }] }
    return { message: 'A refund of ₹100.00 was requested.', payment: shown.payments[0]! }
  })
  await amount.fill('100')
  await expectSaid(button('Refund payment', form), 'A refund of ₹100.00 was requested.')
  expect(sentTo(refundPayment)[0]).toMatchObject({ params: { id: id(1) }, body: { amount: 100, refunded_before: 0 } })
  await dialog.getByRole('tab', { name: 'History (1)' }).click()
  await expect.element(dialog).toHaveTextContent('admin@trading-bot.localhost')
  answer(api.endAdminSubscription, () => {
    shown = { ...shown, subscription: { ...shown.subscription, status: 'cancelled' } }
    return { message: 'Subscription cancelled successfully', subscription: shown.subscription }
  })
  await button('Cancel Subscription', dialog).click()
  const question = page.getByRole('dialog', { name: 'Cancel this subscription?' })
  await expectSaid(button('Cancel Subscription', question), 'Subscription cancelled successfully')
  await expect.element(dialog.css('[data-status="cancelled"]')).toBeVisible()
})
