import { toggleAutoRenew, readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { buy, sendAs } from '../fixtures/money.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, hold, json, test, toast } from '../fixtures/test.ts'

const rupees = (text: string) => Number(text.replace(/[₹,]/g, ''))

test('PR-01 PR-06 the page shows the current plan, its monthly price, its end and its state', async ({
  traderPage: page,
}) => {
  const { current, open, upgrade, cancel } = pricingPage(page)
  await open()
  await expect(page.getByRole('heading', { level: 1, name: 'Bot Subscription Plans' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Available Plans' })).toBeVisible()
  await expect(current).toContainText('EMA Monthly')
  await expect(current).toContainText('₹999.00/month')
  await expect(current).toContainText(/Valid until\d{2} \w{3,4} \d{4}/)
  await expect(current.locator('[data-status="active"]')).toHaveText('Active')
  await expect(upgrade).toBeVisible()
  await expect(cancel).toBeVisible()
})

test('PR-01 a new user sees "No active subscription" and neither upgrade nor cancel', async ({ page, person }) => {
  await storeSession(page, person)
  const { current, open, upgrade, cancel } = pricingPage(page)
  await open()
  await expect(current).toContainText('No active subscription')
  await expect(upgrade).toHaveCount(0)
  await expect(cancel).toHaveCount(0)
})

test('PR-02 plans of both kinds are sorted by price, the cheapest first', async ({ traderPage: page }) => {
  const { cards, prices, available, open } = pricingPage(page)
  await open()
  await expect(cards).toHaveCount(10)
  const shown = (await prices.allTextContents()).map(rupees)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  await expect(available).toContainText('Regular Plan')
  await expect(available).toContainText('EMA Strategy Plan')
  await expect(available).not.toContainText(/\d\s*%|guaranteed|expected profit/i)
})

test('PR-03 upgrade lists strictly more expensive plans and downgrade strictly cheaper ones', async ({
  traderPage: page,
}) => {
  const { upgrade, downgrade, offers, dialog, open } = pricingPage(page)
  await open()
  await upgrade.click()
  await expect(offers).toHaveCount(8)
  for (const text of await offers.allTextContents()) expect(rupees(/₹[\d,.]+/.exec(text)![0])).toBeGreaterThan(999)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await downgrade.click()
  await expect(offers).toHaveCount(1)
  await expect(offers).toContainText('₹499.00/month')
})

for (const { plan, button, text } of [
  {
    plan: 'Custom Quarterly',
    button: 'upgrade',
    text: 'No plans available for upgrade. Your current plan is already the highest tier.',
  },
  {
    plan: 'Starter',
    button: 'downgrade',
    text: 'No plans available for downgrade. Your current plan is already the lowest tier.',
  },
] as const) {
  test(`PR-03 the holder of ${plan} sees that there is nothing to ${button} to`, async ({ page, person, request }) => {
    await buy(request, person, plan)
    await storeSession(page, person)
    const pricing = pricingPage(page)
    await pricing.open()
    await pricing[button].click()
    await expect(pricing.dialog).toContainText(text)
  })
}

test('PR-04 a more expensive plan leads to the upgrade, a cheaper one to the downgrade, an equal one nowhere', async ({
  traderPage: page,
}) => {
  const { choose, open } = pricingPage(page)
  await open()
  await choose('EMA Monthly')
  await expect(toast(page, 'You already have this plan.')).toBeVisible()
  await expect(page).toHaveURL('/pricing')
  for (const [plan, flag] of [
    ['RSI Monthly', 'isUpgrade'],
    ['Starter', 'isDowngrade'],
  ] as const) {
    await open()
    await choose(plan)
    await expect(page).toHaveURL('/upgrade-downgrade')
    const state = await page.evaluate(() => history.state)
    expect(state).toMatchObject({ selectedPlan: { name: plan }, [flag]: true })
  }
})

test('PR-04 without a valid subscription a plan leads to its purchase', async ({ page, person }) => {
  await storeSession(page, person)
  const { choose, open } = pricingPage(page)
  await open()
  await choose('EMA Monthly')
  await expect(page).toHaveURL('/subscription-flow/1')
  expect(await page.evaluate(() => history.state)).toMatchObject({ selectedPlan: { name: 'EMA Monthly' } })
})

test('PR-05 a failed load shows an error, and a retry recovers', async ({ traderPage: page }) => {
  await page.route('**/api/subscriptions/bot-plans/', (route) => route.fulfill(json(500, {})))
  const { available, cards, open } = pricingPage(page)
  await open()
  await expect(toast(page, 'Failed to load pricing data')).toHaveAttribute('data-kind', 'error')
  await expect(available).toContainText('Failed to load pricing data')
  await page.unroute('**/api/subscriptions/bot-plans/')
  await available.getByRole('button', { name: 'Try again' }).click()
  await expect(cards).toHaveCount(10)
})

test('PR-01 PR-05 PR-06 each state has its badge, an unknown one shows as pending; only an active one can be cancelled', async ({
  traderPage: page,
  trader,
  request,
}) => {
  const held = await sendAs(request, trader, readMySubscription, {})
  const { current, cancel, upgrade, pick, open } = pricingPage(page)
  for (const [status, badge] of [
    ['pending', 'Pending'],
    ['cancelled', 'Cancelled'],
    ['expired', 'Expired'],
    ['failed', 'Failed'],
    ['frozen', 'Pending'],
  ] as const) {
    await page.route('**/my-subscription/', (route) => route.fulfill(json(200, { ...held, status })))
    await open()
    await expect(current.locator('[data-status]')).toHaveText(badge)
    await expect(cancel).toHaveCount(0)
    await expect(current).toContainText('No active subscription')
  }
  // PR-01: only Cancel depends on an active plan; an ended one is upgraded by buying a dearer plan.
  await upgrade.click()
  await pick('RSI Monthly')
  await expect(page).toHaveURL('/subscription-flow/1')
})

test('PR-05 cancelling shows the unused days, asks for confirmation and sends the subscription’s id', async ({
  page,
  person,
  request,
}) => {
  const held = await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { current, cancel, dialog, open } = pricingPage(page)
  await open()
  await cancel.click()
  await expect(dialog).toContainText('29 days unused')
  await expect(dialog).toContainText(/Worth ₹99[89]\.\d\d/)
  const [sent] = await Promise.all([
    page.waitForRequest('**/subscriptions/cancel/'),
    dialog.getByRole('button', { name: 'Cancel Subscription' }).click(),
  ])
  expect(sent.postDataJSON()).toEqual({ subscription_id: held.id })
  await expect(toast(page, 'Subscription cancelled successfully')).toBeVisible()
  await expect(current).toContainText('No active subscription')
  await expect(current.locator('[data-status]')).toHaveText('Cancelled')
})

test('PR-01 the cancel dialog offers to stop the renewal instead, which keeps the plan', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await sendAs(request, person, toggleAutoRenew, { auto_renew: true })
  await storeSession(page, person)
  const { current, cancel, dialog, open } = pricingPage(page)
  await open()
  await cancel.click()
  await dialog.getByRole('button', { name: 'Stop renewal instead' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(current).toContainText('RenewalOff')
  await expect(current.locator('[data-status]')).toHaveText('Active')
})

test('the layout does not jump while the page loads', async ({ traderPage: page }) => {
  const { held, release } = hold()
  await page.route('**/my-subscription/', async (route) => {
    await held
    await route.continue()
  })
  const { current, available, open } = pricingPage(page)
  await open()
  await available.getByRole('article').first().waitFor()
  const before = await available.boundingBox()
  release()
  await expect(current).toBeVisible()
  expect(Math.abs((await available.boundingBox())!.y - before!.y)).toBeLessThanOrEqual(24)
})

test('all plans are compared below the cards, with the cost of a quarter; a phone shows them as rows', async ({
  traderPage: page,
}) => {
  const { available, open } = pricingPage(page)
  await open()
  const table = page.getByRole('table', { name: 'Plans compared' })
  await expect(table.getByRole('row')).toHaveCount(11)
  await expect(table.getByRole('row', { name: /^EMA Monthly/ })).toContainText('₹999.00₹2,997.00every 30 days')
  expect((await table.boundingBox())!.y).toBeGreaterThan((await available.boundingBox())!.y)
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  const rows = page.getByRole('list', { name: 'Plans compared' }).getByRole('listitem')
  await expect(rows).toHaveCount(10)
  await expect(rows.filter({ hasText: 'Bollinger Quarterly' })).toContainText('₹5,397.00 a quarter')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
