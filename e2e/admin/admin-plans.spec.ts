import { randomBytes } from 'node:crypto'
import { createBotPlan } from '@trading-bot/contract/rest/billing/plan-admin'
import { listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { buy, sendAs } from '../fixtures/money.ts'
import { adminPlansPage } from '../pages/admin/admin-plans-page.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

const newName = () => `Plan ${randomBytes(4).toString('hex')}`

test('AP-01 AP-02 a plan is created with the defaults, edited, deactivated and deleted', async ({
  adminPage: page,
  admin,
  request,
}) => {
  const plans = adminPlansPage(page)
  const name = newName()
  await plans.open()
  await plans.create.click()
  for (const [label, value] of [
    ['Duration (days)', '30'],
    ['Max Trades per Day', '10'],
    ['Max Quantity', '100'],
  ] as const) {
    await expect(plans.field(label)).toHaveValue(value)
  }
  for (const label of ['Backtesting', 'Risk management', 'API access', 'Stop loss', 'Target profit', 'On offer']) {
    await expect(plans.flag(label)).toBeChecked()
  }
  for (const label of ['Advanced analytics', 'Priority support', 'Custom strategies', 'Real-time alerts']) {
    await expect(plans.flag(label)).not.toBeChecked()
  }

  await plans.save.click()
  await expect(plans.dialog).toContainText('Plan name is required')
  await expect(plans.dialog).toContainText('Please choose a bot type')
  await expect(plans.dialog).toContainText('Price must be at least ₹1')
  await expect(plans.field('Plan Name')).toBeFocused()

  await plans.field('Plan Name').fill(name)
  await plans.choose('Bot Type', 'RSI Strategy')
  await plans.field('Price per Month').fill('849.5')
  await plans.field('Description').fill('x'.repeat(60))
  await plans.save.click()
  await expect(toast(page, 'Bot subscription plan created successfully!')).toBeVisible()
  await expect(plans.row(name)).toContainText('₹849.50')
  await expect(plans.row(name).getByTestId('description')).toHaveText(`${'x'.repeat(50)}...`)

  await plans.edit(name).click()
  await expect(plans.field('Price per Month')).toHaveValue('₹849.5')
  await plans.field('Price per Month').fill('1200')
  await plans.save.click()
  await expect(toast(page, 'Bot subscription plan updated successfully!')).toBeVisible()
  await expect(plans.row(name)).toContainText('₹1,200.00')

  await plans.offer(name).click({ force: true })
  await expect(toast(page, 'Bot plan status updated successfully!')).toBeVisible()
  await expect(plans.offer(name)).not.toBeChecked()
  const listed = await sendAs(request, admin, listBotPlans, {})
  expect(listed.find((plan) => plan.name === name)?.is_active).toBe(false)

  await plans.remove(name).click()
  await expect(plans.dialog).toContainText(`Delete ${name}?`)
  await plans.dialog.getByRole('button', { name: 'Delete plan' }).click()
  await expect(toast(page, 'Bot subscription plan deleted successfully!')).toBeVisible()
  await expect(plans.row(name)).toHaveCount(0)
})

test('AP-01 a plan that was sold is deactivated instead of deleted', async ({
  adminPage: page,
  admin,
  person,
  request,
}) => {
  const name = newName()
  await sendAs(request, admin, createBotPlan, {
    name,
    bot_type: 'ema_strategy',
    billing_cycle: 'monthly',
    price: 500,
    duration_days: 30,
    max_trades_per_day: 5,
  })
  await buy(request, person, name)
  const plans = adminPlansPage(page)
  await plans.open()
  await plans.remove(name).click()
  await plans.dialog.getByRole('button', { name: 'Delete plan' }).click()
  await expect(plans.dialog).toContainText('Subscriptions refer to this plan')
  await plans.dialog.getByRole('button', { name: 'Deactivate instead' }).click()
  await expect(plans.offer(name)).not.toBeChecked()
  await expect(plans.row(name)).toBeVisible()
})

test('AP-01 the stats count plans, active ones and distinct bot types', async ({ adminPage: page }) => {
  const plan = {
    id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2',
    name: 'One',
    bot_type: 'ema_strategy',
    bot_type_display: 'EMA Strategy',
    billing_cycle: 'monthly',
    billing_cycle_display: 'Monthly',
    description: '',
    price: 10,
    duration_days: 30,
    max_trades_per_day: 1,
    allowed_symbols: [],
    is_active: true,
  }
  const rows = [
    plan,
    { ...plan, id: '2', name: 'Two', is_active: false },
    { ...plan, id: '3', bot_type: 'rsi_strategy' },
  ]
  await page.route('**/subscriptions/bot-plans/', (route) => route.fulfill(json(200, rows)))
  const plans = adminPlansPage(page)
  await plans.open()
  await expect(plans.stat('Total Plans')).toContainText('3')
  await expect(plans.stat('Active Plans')).toContainText('2')
  await expect(plans.stat('Bot Types')).toContainText('2')
})

test('AP-01 each failure shows its text, and an empty list says that there are no plans', async ({
  adminPage: page,
}) => {
  const plans = adminPlansPage(page)
  await plans.open()
  await page.route('**/bot-plans/**', (route) => {
    const isReading = route.request().method() === 'GET'
    return isReading ? route.fallback() : route.fulfill(json(500, {}))
  })
  await plans.offer('EMA Monthly').click({ force: true })
  await expect(toast(page, 'Failed to toggle bot plan status')).toBeVisible()
  await plans.remove('EMA Monthly').click()
  await plans.dialog.getByRole('button', { name: 'Delete plan' }).click()
  await expect(toast(page, 'Failed to delete bot subscription plan')).toBeVisible()
  await plans.dialog.getByRole('button', { name: 'Keep as it is' }).click()
  await plans.edit('EMA Monthly').click()
  await plans.save.click()
  await expect(toast(page, 'Failed to save bot subscription plan')).toBeVisible()

  await page.route('**/subscriptions/bot-plans/', (route) => route.fulfill(json(200, [])))
  await plans.open()
  await expect(page.getByText('No bot subscription plans')).toBeVisible()
  await page.route('**/subscriptions/bot-plans/', (route) => route.fulfill(json(500, {})))
  await plans.open()
  await expect(toast(page, 'Failed to fetch bot subscription plans')).toBeVisible()
})
