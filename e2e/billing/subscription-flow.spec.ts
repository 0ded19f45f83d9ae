import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { sendAs } from '../fixtures/money.ts'
import { flowPage } from '../pages/billing/flow-page.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'

test('SF-01 SF-03 SF-04 SF-05 SF-06 SF-07 SF-10 PY-06 a new user pays, enters credentials, sets capital and finishes', async ({
  page,
  person,
  request,
}) => {
  await storeSession(page, person)
  const flow = flowPage(page)
  await pricingPage(page).open()
  await pricingPage(page).choose('RSI Monthly')

  await expect(flow.heading('Complete Setup')).toBeVisible()
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await expect(flow.steps).toHaveText(['Payment', 'Trading Credentials', 'Bot Configuration', 'Success'])
  await expect(flow.progress).toHaveAttribute('aria-valuenow', '25')
  await expect(flow.heading('Complete Payment')).toBeVisible()
  await expect(flow.summary).toContainText('₹1,299.00/month')
  await expect(flow.summary).toContainText('Billing cyclemonth')
  await expect(flow.back).toBeDisabled()
  await flow.pay.click()
  await expect(flow.testDialog).toContainText('₹1,299.00')
  await flow.ok.click()

  await expect(page).toHaveURL('/subscription-flow/2')
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await expect(flow.steps.first()).toHaveAttribute('data-state', 'completed')
  await flow.back.click()
  await expect(page).toHaveURL('/subscription-flow/1')
  await expect(page.getByText('You have paid for RSI Monthly.')).toBeVisible()
  await flow.next.click()

  await expect(flow.heading('Trading Credentials')).toBeVisible()
  // The payment of the current plan is skipped until its set-up is finished.
  await pricingPage(page).open()
  await pricingPage(page).finish.click()
  await expect(page).toHaveURL('/subscription-flow/2')
  await expect(page.getByText('developer portal, under API management')).toBeVisible()
  await expect(page.getByText('Your trading account ID')).toBeVisible()
  await flow.fillCredentials()
  await flow.next.click()
  await expect(toast(page, 'Trading credentials saved successfully!')).toBeVisible()

  await expect(page).toHaveURL('/subscription-flow/3')
  await expect(flow.heading('Bot Configuration (Admin Settings)')).toBeVisible()
  for (const [label, value] of [
    ['Symbol', 'SBIN-EQ'],
    ['Stop Loss %', '2'],
    ['Target Profit %', '5'],
    ['Max Orders per Day', '5'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value)
    await expect(page.getByLabel(label)).toHaveAttribute('readonly')
  }
  await flow.capital.fill('150000.55')
  await flow.complete.click()
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()

  await expect(page).toHaveURL('/subscription-flow/4')
  await expect(flow.heading('Setup Complete!')).toBeVisible()
  // Nothing starts by itself: the sentence says what starts the bot, and the button leads there.
  await expect(page.getByText('Start your bot: it starts monitoring now if the market is open')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start Bot' })).toHaveAttribute('href', '/subscriptions#your-bot')
  await expect(page.getByRole('link', { name: 'Back to Pricing' })).toHaveAttribute('href', '/pricing')
  await page.getByRole('link', { name: 'Go to Subscriptions' }).click()
  await expect(page).toHaveURL('/subscriptions')
  const { status, bot_configuration } = await sendAs(request, person, readMySubscription, {})
  expect(status).toBe('active')
  expect(bot_configuration?.capital_amount).toBe(150000.55)
})
