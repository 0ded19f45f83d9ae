import { cancelSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import type { OperationsStrip } from '@trading-bot/contract/rest/operations/strip'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { buy, sendAs } from '../fixtures/money.ts'
import { takePictures } from '../fixtures/pictures.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

const NONE = { positions: 0, accounts: 0, gross: 0, net: 0 }
const WELL: OperationsStrip = {
  switches: { count: 0, is_platform_paused: false },
  failed_bots: { count: 0, strategies: [] },
  refunds: { count: 0, amount: 0 },
  unknown_orders: { live: 0, paper: 0 },
  feed: { is_up: true },
  engine: { is_running: true },
  exposure: { live: NONE, paper: { positions: 3, accounts: 2, gross: 512_345.5, net: -12_000 } },
  calendar: { is_open: true, is_simulated: false, note: '', alerts: [] },
}

async function showStrip(page: Page, change: Partial<OperationsStrip>): Promise<void> {
  await page.route('**/api/admin/operations/', (route) => route.fulfill(json(200, { ...WELL, ...change })))
  await page.goto('/admin')
}

const strip = (page: Page) => page.getByRole('region', { name: 'Operations' })

test('the operations strip says that all is well in one line, with the exposure and the market', async ({
  adminPage: page,
}) => {
  await showStrip(page, {})
  await expect(strip(page)).toContainText('All well')
  await expect(strip(page).getByRole('list')).toHaveCount(0)
  await expect(strip(page)).toContainText('Live: nothing open')
  await expect(strip(page)).toContainText('Paper: ₹5,12,345.50 open in 2 accounts, net −₹12,000.00')
  await expect(strip(page).getByRole('link', { name: 'Market open' })).toHaveAttribute('href', '/admin/calendar')
  await takePictures(page, 'operations-well', strip(page))
})

test('what needs the operator is named with its figures, and leads to its screen; unknown is not zero', async ({
  adminPage: page,
}) => {
  await showStrip(page, {
    switches: { count: 2, is_platform_paused: false },
    failed_bots: { count: 12, strategies: ['EMA Bot', 'My breakout'] },
    refunds: { count: 3, amount: 1_998.5 },
    unknown_orders: { live: 1, paper: 0 },
    feed: { is_up: false },
    engine: { is_running: false },
    exposure: null,
    calendar: null,
  })
  const link = (name: string | RegExp) => strip(page).getByRole('link', { name })
  await expect(strip(page)).not.toContainText('All well')
  await expect(link(/^2 kill switches on/)).toHaveAttribute('href', '/admin/bots')
  await expect(link(/^12 bots in error/)).toHaveAttribute('href', '/admin/user-bots?status=error')
  await expect(link(/^3 refund requests.*₹1,998.50 in all/)).toHaveAttribute('href', '/admin/refunds')
  await expect(link(/^1 order with unknown outcome/)).toBeVisible()
  await expect(link(/^The price feed is down/)).toHaveAttribute('href', '/admin/settings')
  await expect(link(/^No engine is running/)).toHaveAttribute('href', '/admin/ec2')
  await expect(link(/^Exposure: unknown/)).toBeVisible()
  await expect(link(/^Market calendar: unknown/)).toBeVisible()
  await takePictures(page, 'operations-trouble')
  await expectNoViolations(page, 'operations strip')
  await link(/^12 bots in error/).click()
  await expect(page.getByRole('heading', { name: 'User Bots' })).toBeVisible()
})

test('a standing switch is shown on every admin page until new trades are resumed', async ({ adminPage: page }) => {
  const platform = {
    id: '0190b5a0-0000-7000-8000-000000000001',
    scope: 'platform',
    subject_id: null,
    subject_name: null,
    reason: 'The exchange is down.',
    set_by: 'admin@example.com',
    is_automatic: false,
    set_at: '2026-11-16T05:00:00.000Z',
    until: null,
  }
  let standing = [platform]
  await page.route('**/api/admin/switches/', (route) => route.fulfill(json(200, standing)))
  await page.route('**/api/admin/switches/*/', (route) => {
    standing = []
    return route.fulfill({ status: 204 })
  })
  const banner = page.getByRole('region', { name: 'Standing switches' })
  for (const path of ['/admin', '/admin/users', '/admin/logs', '/admin/refunds']) {
    await page.goto(path)
    await expect(banner).toContainText('The exchange is down.')
  }
  await takePictures(page, 'switch-banner')
  await banner.getByRole('button', { name: 'Resume new trades for the whole platform' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume new trades' }).click()
  await expect(toast(page, 'New trades are resumed.')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('the refund queue names the maximum, marks a wrong amount and refunds in parts until nothing is left', async ({
  adminPage: page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await sendAs(request, person, cancelSubscription, {})
  await page.goto('/admin/refunds')
  const button = page.getByRole('button', { name: new RegExp(`^Refund .* to ${person.email}`) })
  await expect(button).toBeVisible()
  await takePictures(page, 'refunds')
  await button.click()
  const form = page.getByRole('form', { name: 'Refund' })
  const amount = form.getByLabel('Amount')
  await expect(form).toContainText(/At most ₹99\d\.\d\d, with a reason ₹999\.00/)
  await amount.fill('1000')
  await form.getByLabel('Type REFUND to confirm').fill('REFUND')
  await form.getByRole('button', { name: 'Refund payment' }).click()
  await expect(form).toContainText('At most ₹999.00 can be refunded')
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expect(amount).toBeFocused()
  await takePictures(page, 'refund-form', page.getByRole('dialog'))
  await amount.fill('400')
  await form.getByRole('button', { name: 'Refund payment' }).click()
  await expect(toast(page, 'A refund of ₹400.00 was requested.')).toBeVisible()
  await button.click()
  await expect(form).toContainText(/At most ₹59\d\.\d\d/)
  await form.getByLabel('Type REFUND to confirm').fill('REFUND')
  await form.getByRole('button', { name: 'Refund payment' }).click()
  await expect(toast(page, /A refund of ₹59\d\.\d\d was requested\./)).toBeVisible()
  await expect(button).toHaveCount(0)
  await page.goto(`/admin/users/${person.user.id}`)
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(async () => {
    await page.reload()
    await expect(payments).toContainText('Refunded', { timeout: 2_000 })
    await expect(payments.locator('[data-status="refunded"]')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
})
