import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { readOwnLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'
import { makeRunning } from '../fixtures/trading.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'

// Running every axe rule twice is slow, so a busy machine gets more time.
test.setTimeout(60_000)

test('a user sets limits, wrong ones are refused at their fields, and the bot shows each with its figure', async ({
  page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  await storeSession(page, person)
  const { open, configure, dialog, save } = subscriptionsPage(page)
  await open()
  await configure.click()
  const limits = dialog.getByRole('group', { name: 'Your limits' })
  await limits.getByLabel('Trailing stop %').fill('70')
  await save.click()
  await expect(limits.getByText('Trailing stop must be between 0.1 and 50')).toBeVisible()
  await limits.getByLabel('Trailing stop %').fill('1.5')
  await limits.getByLabel('Max loss per day').fill('900000')
  await save.click()
  await expect(limits.getByText(/Max loss per day cannot exceed ₹/)).toBeVisible()
  await limits.getByLabel('Max loss per day').fill('500')
  await limits.getByLabel('Max loss per week').fill('2000')
  await limits.getByLabel('Max drawdown').fill('5000')
  await limits.getByLabel('Max open value').fill('40000')
  await expectNoViolations(page, 'limits')
  await save.click()
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  const saved = await sendAs(request, person, readMySubscription, {})
  expect(saved.bot_configuration).toMatchObject({
    max_loss_per_day: 500,
    max_loss_per_week: 2000,
    max_drawdown: 5000,
    max_open_value: 40_000,
    trailing_stop_percentage: 1.5,
  })
  const figures = botPanel(page).panel.getByRole('region', { name: 'Limits' })
  await expect(figures).toContainText('of ₹500.00')
  await expect(figures).toContainText('Net of charges, open positions and the cost of closing them')
  await expect(figures).toContainText('of ₹40,000.00')
  await expect(figures).toContainText('1.5 %')
  await expectNoViolations(page, 'limits')
})

test('a running loss stands beside its limit, and a reached one says so', async ({ page, person, request }) => {
  await makeRunning(request, person)
  const { bot } = await sendAs(request, person, readParticipation, {})
  const basis = 'Net of charges, open positions and the cost of closing them'
  const daily = {
    code: 'daily_loss',
    name: 'Daily loss',
    limit: 5000,
    figure: -1240,
    basis,
    is_reached: false,
    is_own: false,
  }
  const weekly = {
    code: 'weekly_loss',
    name: 'Weekly loss',
    limit: 6000,
    figure: -6010,
    basis,
    is_reached: true,
    is_own: false,
  }
  await page.route(`**/bots/${bot?.id}/limits/`, (route) => route.fulfill(json(200, [daily, weekly])))
  await storeSession(page, person)
  await subscriptionsPage(page).open()
  const figures = botPanel(page).panel.getByRole('region', { name: 'Limits' })
  await expect(figures).toContainText('−₹1,240.00 of ₹5,000.00')
  const reached = figures.getByText('Reached.')
  await expect(reached).toHaveCount(1)
  await expect(reached.locator('../..')).toContainText('−₹6,010.00 of ₹6,000.00')
})

test('a capital that buys no share of any symbol is explained before it is saved', async ({
  page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  await storeSession(page, person)
  const { open, configure, dialog, save } = subscriptionsPage(page)
  await open()
  await configure.click()
  await dialog.getByLabel('Capital Amount').fill('50')
  const sentence = dialog.getByText(/₹[\d.]+ per symbol does not buy one share of \S+ at ₹/)
  await expect(sentence).toBeVisible()
  await save.click()
  await expect(toast(page, 'Please check the highlighted fields.')).toBeVisible()
  await expect(sentence).toBeVisible()
})

test('an owner tightens limits while the bot runs: the effect first, the bound at its field, then at once on the panel', async ({
  page,
  person,
  request,
}) => {
  const { id } = await makeRunning(request, person)
  await storeSession(page, person)
  await subscriptionsPage(page).open()
  const { panel, dialog } = botPanel(page)
  const figures = panel.getByRole('region', { name: 'Limits' })
  await figures.getByRole('button', { name: 'Tighten limits' }).click()
  const effect = dialog.getByRole('region', { name: 'What this means' })
  const loss = dialog.getByLabel('Max loss per day')
  await loss.fill('900000')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect(dialog.getByText(/Max loss per day can’t be above ₹/)).toBeVisible()
  await loss.fill('-5')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect(dialog.getByText('Max loss per day must be at least ₹1')).toBeVisible()
  await loss.fill('250')
  await expect(effect).toContainText('At a loss of ₹250.00 in a day (0.25 % of your capital')
  await expectNoViolations(page, 'tighten limits')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect(toast(page, 'Limits saved. They apply at once.')).toBeVisible()
  await expect(figures).toContainText('of ₹250.00')
  await expect(figures).toContainText('Set by you.')
  const { own } = await sendAs(request, person, readOwnLimits, { id })
  expect(own).toMatchObject({ max_loss_per_day: 250, excluded_symbols: [] })
})
