import { readFile } from 'node:fs/promises'
import { SUBSCRIPTION_SORTS } from '@trading-bot/contract/rest/billing/subscription-reports'
import { buy } from '../fixtures/money.ts'
import { adminSubscriptionsPage } from '../pages/admin/admin-subscriptions-page.ts'
import { newPerson } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

test('AS-01 filters are collapsed, narrow the list, stay in the address and are cleared', async ({
  adminPage: page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  const reports = adminSubscriptionsPage(page)
  await reports.open()
  await expect(reports.stat('Total Subscriptions')).toContainText(/\d/)
  await expect(reports.stat('Active Subscriptions')).toContainText(/\d/)
  await expect(reports.stat('Total Revenue')).toContainText('₹')
  await expect(reports.stat('Monthly Revenue')).toContainText('₹')
  await expect(reports.email).toBeHidden()
  await reports.filters.click()
  await reports.email.fill(person.email)
  await expect(reports.rows).toHaveCount(1)
  await expect(page).toHaveURL(/email=/)
  await reports.choose('Status', 'Expired')
  await expect(page.getByText('No subscriptions found')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No subscriptions found')).toBeVisible()
  await expect(reports.filters).toHaveText('Filters (2)')
  await reports.choose('Status', 'Active')
  await expect(reports.rows).toHaveCount(1)
  await reports.from.fill('2031-01-01')
  await expect(page.getByText('No subscriptions found')).toBeVisible()
  await reports.clear.click()
  await expect(reports.email).toHaveValue('')
  await expect(reports.filters).toHaveText('Filters')
})

test('AS-02 eight sort orders are offered and each is requested from the server', async ({ adminPage: page }) => {
  const requests: (string | null)[] = []
  await page.route('**/subscriptions/admin/all/**', (route) => {
    requests.push(new URL(route.request().url()).searchParams.get('sort_by'))
    return route.fallback()
  })
  const reports = adminSubscriptionsPage(page)
  await reports.open()
  for (const label of Object.values(SUBSCRIPTION_SORTS).toReversed()) {
    await reports.choose('Sort by', label)
    await expect(reports.sort).toHaveValue(label)
  }
  await expect.poll(() => new Set(requests).size).toBe(8)
  const expected = Object.keys(SUBSCRIPTION_SORTS).filter((sort) => sort !== 'newest')
  for (const sort of [...expected, null]) expect(requests).toContain(sort)
})

test('AS-01 a page shows twenty rows and at most five page buttons', async ({ adminPage: page }) => {
  const row = {
    id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2',
    user: { id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2', email: 'a@b.example', username: 'ab' },
    plan: null,
    bot_plan: { id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2', name: 'EMA Monthly', price: 999 },
    status: 'active',
    payment_status: 'success',
    billing_cycle: 'monthly',
    amount_paid: 999,
    start_date: '2026-11-15T03:45:00.000Z',
    end_date: '2026-12-15T03:45:00.000Z',
    created_at: '2026-11-15T03:45:00.000Z',
    auto_renew: false,
  }
  await page.route('**/subscriptions/admin/all/**', (route) => {
    const query = new URL(route.request().url()).searchParams
    expect(query.get('page_size')).toBe('20')
    const pageNumber = Number(query.get('page'))
    const subscriptions = Array.from({ length: 20 }, (_, at) => ({ ...row, id: `${pageNumber}-${at}` }))
    const pagination = { page: pageNumber, page_size: 20, total_count: 400, total_pages: 20 }
    return route.fulfill(json(200, { subscriptions, pagination }))
  })
  const reports = adminSubscriptionsPage(page)
  const numbers = reports.pages.getByRole('button', { name: /^Page \d+$/ })
  await reports.open()
  await expect(reports.rows).toHaveCount(20)
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5'])
  await reports.pages.getByRole('button', { name: 'Page 5' }).click()
  await expect(numbers).toHaveText(['3', '4', '5', '6', '7'])
  await expect(page).toHaveURL(/page=5/)
  await reports.pages.getByRole('button', { name: 'Last page' }).click()
  await expect(numbers).toHaveText(['16', '17', '18', '19', '20'])
})

test('AS-01 the details show payments, invoices, ledger and history; a refund requires the typed word', async ({
  adminPage: page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  const reports = adminSubscriptionsPage(page)
  await reports.open(`?email=${person.email}`)
  await reports.row(person.email).click()
  await expect(reports.dialog).toContainText('EMA Monthly')
  await expect(reports.dialog).toContainText('₹999.00')
  await reports.tab(/^Ledger/).click()
  await expect(reports.dialog).toContainText('captured')
  await reports.tab(/^Invoices/).click()
  await reports.tab(/^Payments/).click()
  await reports.refund.click()
  await reports.refundForm.getByRole('button', { name: 'Refund payment' }).click()
  await expect(reports.refundForm.getByRole('textbox', { name: 'Type REFUND to confirm' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await reports.refundForm.getByRole('textbox', { name: 'Amount' }).fill('100')
  await reports.refundForm.getByRole('textbox', { name: 'Type REFUND to confirm' }).fill('REFUND')
  await reports.refundForm.getByRole('button', { name: 'Refund payment' }).click()
  await expect(toast(page, 'A refund of ₹100.00 was requested.')).toBeVisible()
  await reports.tab(/^History/).click()
  await expect(reports.dialog).toContainText('refunded ₹100.00 of a payment')
  await expect(reports.dialog).toContainText('admin@trading-bot.localhost')
})

test('AS-01 an administrator cancels a subscription after confirmation', async ({ adminPage: page, request }) => {
  const somebody = await newPerson(request)
  await buy(request, somebody, 'EMA Monthly')
  const reports = adminSubscriptionsPage(page)
  await reports.open(`?email=${somebody.email}`)
  await reports.row(somebody.email).click()
  await reports.dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  const confirm = page.getByRole('dialog', { name: 'Cancel this subscription?' })
  await confirm.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toast(page, 'Subscription cancelled successfully')).toBeVisible()
  await expect(reports.dialog.locator('[data-status="cancelled"]')).toBeVisible()
})

test('AS-01 the list is exported as CSV', async ({ adminPage: page, person, request }) => {
  await buy(request, person, 'EMA Monthly')
  const reports = adminSubscriptionsPage(page)
  await reports.open(`?email=${person.email}`)
  await expect(reports.rows).toHaveCount(1)
  const [download] = await Promise.all([page.waitForEvent('download'), reports.exportCsv.click()])
  expect(download.suggestedFilename()).toBe('subscriptions.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  expect(text).toContain(person.email)
})

test('AS-01 the page shows an error when the list cannot be loaded', async ({ adminPage: page }) => {
  await page.route('**/subscriptions/admin/all/**', (route) => route.fulfill(json(500, {})))
  await adminSubscriptionsPage(page).open()
  await expect(toast(page, 'Failed to fetch subscriptions')).toBeVisible()
})
