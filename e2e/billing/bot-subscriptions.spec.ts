import { buy } from '../fixtures/money.ts'
import { botSubscriptionsPage } from '../pages/billing/bot-subscriptions-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

test('BS-01 BS-02 BS-03 BS-04 the page shows the bot, the subscription, the plans in three columns and the features', async ({
  traderPage: page,
}) => {
  const { bot, current, plans, card, features, open } = botSubscriptionsPage(page)
  await open()
  await expect(bot).toContainText('EMA Bot')
  await expect(bot).toContainText('Follows the trend')
  await expect(bot).toContainText('Version 1.0.0')
  await expect(bot.locator('[data-status="active"]')).toBeVisible()
  await expect(bot.getByRole('button', { name: 'Test Bot' })).toBeVisible()
  await bot.getByRole('button', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog')).toContainText('SBIN-EQ')
  await page.keyboard.press('Escape')

  await expect(current).toContainText('EMA Monthly')
  await expect(current).toContainText('Follows the trend')
  await expect(current).toContainText(/Started\d{2} \w+ \d{4}Expires\d{2} \w+ \d{4}/)
  await expect(current.locator('[data-status]')).toHaveText('Active')

  await expect(card('EMA Monthly')).toContainText('Most Popular')
  await expect(card('EMA Monthly').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await expect(card('RSI Monthly')).toContainText('₹1,299.00/month30 days')
  await expect(card('RSI Monthly')).toContainText('Up to 5 entry orders a day')
  const tops = await plans
    .getByRole('article')
    .evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().y))
  expect(tops.slice(0, 4).map((top) => top === tops[0])).toEqual([true, true, true, false])

  for (const name of [
    'EMA Strategy',
    'Risk Management',
    'Real-time Monitoring',
    'Angel One Integration',
    'Backtesting',
    'Secure Trading',
  ]) {
    await expect(features.getByText(name, { exact: true })).toBeVisible()
  }
})

test('BS-03 BS-05 subscribing is confirmed, paid and notified; the page is refreshed', async ({ page, person }) => {
  await storeSession(page, person)
  const { current, card, confirmDialog, open } = botSubscriptionsPage(page)
  await open()
  await expect(current).toContainText('No active subscription')
  await card('RSI Monthly').getByRole('button', { name: 'Subscribe' }).click()
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Pay ₹1,299.00' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(toast(page, 'Bot subscription purchased successfully!')).toBeVisible()
  await expect(current).toContainText('RSI Monthly')
  await expect(card('RSI Monthly').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  // The purchase leads on to what is missing before Start Bot.
  await current.getByRole('link', { name: 'Finish setup' }).click()
  await expect(page).toHaveURL('/subscription-flow/2')
})

test('BS-01 Test Bot answers before the first start too: it names what is missing', async ({ page, person }) => {
  await storeSession(page, person)
  const { bot, open } = botSubscriptionsPage(page)
  await open()
  await bot.getByRole('button', { name: 'Test Bot' }).click()
  await expect(toast(page, 'Not ready yet.')).toBeVisible()
})

test('BS-05 a refused purchase shows the server’s error, or its own text without one', async ({ traderPage: page }) => {
  const { card, confirmDialog, open } = botSubscriptionsPage(page)
  await open()
  await card('RSI Monthly').getByRole('button', { name: 'Subscribe' }).click()
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'You already have an active subscription plan.')).toBeVisible()
  await page.route('**/subscriptions/create/', (route) => route.fulfill(json(500, {})))
  await card('RSI Monthly').getByRole('button', { name: 'Subscribe' }).click()
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Failed to purchase subscription')).toBeVisible()
})

test('BS-05 BS-06 cancelling asks for confirmation, sends no id and refreshes the page', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { current, cancel, dialog, open } = botSubscriptionsPage(page)
  await open()
  await cancel.click()
  const confirm = dialog.getByRole('button', { name: 'Cancel Subscription' })
  await page.route('**/subscriptions/cancel/', (route) => route.fulfill(json(500, {})))
  await confirm.click()
  await expect(toast(page, 'Failed to cancel subscription')).toBeVisible()
  await page.unroute('**/subscriptions/cancel/')
  const [sent] = await Promise.all([page.waitForRequest('**/subscriptions/cancel/'), confirm.click()])
  expect(sent.postDataJSON()).toEqual({})
  await expect(toast(page, 'Bot subscription cancelled successfully')).toBeVisible()
  await expect(current.locator('[data-status]')).toHaveText('Cancelled')
  await expect(cancel).toHaveCount(0)
})
