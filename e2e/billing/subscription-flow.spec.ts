import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { buy, planNamed, sendAs } from '../fixtures/money.ts'
import { flowPage } from '../pages/billing/flow-page.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { storeSession, newPerson } from '../fixtures/people.ts'
import { expect, hold, json, test, toast } from '../fixtures/test.ts'

const CREDENTIALS = { api_key: 'ABCD1234EF', client_code: 'A123456', mpin: '1234', totp_secret: 'JBSWY3DPEHPK3PXP' }

test('SF-01 SF-04 SF-05 SF-06 SF-07 SF-10 PY-06 a new user pays, enters credentials, sets capital and finishes', async ({
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

test('SF-02 SF-01 the flow returns to /pricing without a plan and when it is closed', async ({
  page,
  trader,
  request,
}) => {
  const flow = flowPage(page)
  await storeSession(page, trader)
  await page.goto('/subscription-flow/2')
  await expect(page).toHaveURL('/pricing')
  await flow.enter(trader, 1, { selectedPlan: await planNamed(request, trader, 'Starter') })
  await flow.close.click()
  await expect(page).toHaveURL('/pricing')
})

test('SF-03 with another active plan it shows "Plan Already Purchased" and no Continue', async ({
  page,
  trader,
  request,
}) => {
  const flow = flowPage(page)
  await flow.enter(trader, 1, { selectedPlan: await planNamed(request, trader, 'Starter') })
  await expect(flow.heading('Plan Already Purchased')).toBeVisible()
  await expect(
    page.getByText(
      'You already have an active subscription plan. You can upgrade or downgrade your current plan if needed.',
    ),
  ).toBeVisible()
  await expect(page.getByText('EMA Monthly')).toBeVisible()
  await expect(page.getByText('₹999.00')).toBeVisible()
  await expect(flow.next).toHaveCount(0)
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expect(page).toHaveURL('/pricing')
})

test('SF-03 the payment of the current plan is skipped until its set-up is finished', async ({
  page,
  person,
  request,
}) => {
  const held = await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const flow = flowPage(page)
  await pricingPage(page).open()
  await pricingPage(page).finish.click()
  await expect(page).toHaveURL('/subscription-flow/2')
  await expect(flow.heading('Trading Credentials')).toBeVisible()

  await sendAs(request, person, saveCredentials, CREDENTIALS)
  await sendAs(request, person, updateConfiguration, { id: held.id, capital_amount: 100_000 })
  await flow.enter(person, 1, { selectedPlan: held.bot_plan })
  await expect(flow.heading('Plan Already Purchased')).toBeVisible()
})

test('SF-04 SF-09 an upgrade is paid by its order and not requested twice', async ({ page, person, request }) => {
  await buy(request, person, 'EMA Monthly')
  const calls: string[] = []
  page.on('request', (sent) => void calls.push(`${sent.method()} ${new URL(sent.url()).pathname}`))
  const flow = flowPage(page)
  await flow.enter(person, 1, { selectedPlan: await planNamed(request, person, 'RSI Monthly'), isUpgrade: true })
  await expect(flow.heading('Complete Upgrade')).toBeVisible()
  await expect(flow.summary).toContainText(/Due now₹300\.0\d/)
  await flow.pay.click()
  await flow.ok.click()
  await expect(page).toHaveURL('/subscription-flow/2')
  expect(calls.filter((call) => call.endsWith('/payment/create-order/'))).toHaveLength(1)
  expect(calls.filter((call) => call.endsWith('/subscriptions/upgrade/'))).toEqual([])
  expect((await sendAs(request, person, readMySubscription, {})).bot_plan?.name).toBe('RSI Monthly')
})

test('SF-09 an upgrade with nothing due is requested without a payment', async ({ page, person, request }) => {
  // A quarter of an expensive plan costs more than a month of a slightly more expensive one.
  await buy(request, person, 'Bollinger Quarterly')
  const flow = flowPage(page)
  await flow.enter(person, 1, { selectedPlan: await planNamed(request, person, 'Momentum Monthly'), isUpgrade: true })
  await flow.pay.click()
  await expect(toast(page, 'Subscription upgraded successfully!')).toBeVisible()
  await expect(page).toHaveURL('/subscription-flow/2')
})

test('SF-04 SF-09 a downgrade is requested and costs nothing', async ({ page, person, request }) => {
  await buy(request, person, 'EMA Monthly')
  const flow = flowPage(page)
  await flow.enter(person, 1, { selectedPlan: await planNamed(request, person, 'Starter'), isDowngrade: true })
  await expect(flow.heading('Complete Downgrade')).toBeVisible()
  await expect(flow.summary).toContainText('Due now₹0.00')
  await page.getByRole('button', { name: 'Confirm Downgrade' }).click()
  await expect(toast(page, 'Subscription downgraded successfully!')).toBeVisible()
  await expect(page).toHaveURL('/subscription-flow/2')
})

test('SF-09 a purchase creates the subscription first; a regular plan uses the chosen bot type', async ({
  page,
  person,
  request,
}) => {
  const flow = flowPage(page)
  await flow.enter(person, 1, { selectedPlan: await planNamed(request, person, 'Starter') })
  await page.getByLabel('Bot type').selectOption('rsi_strategy')
  const [created] = await Promise.all([page.waitForRequest('**/subscriptions/create/'), flow.pay.click()])
  expect(created.postDataJSON()).toMatchObject({ bot_type: 'rsi_strategy', symbol: 'SBIN-EQ' })
  await flow.ok.click()
  await expect(page).toHaveURL('/subscription-flow/2')
  const { bot_configuration } = await sendAs(request, person, readMySubscription, {})
  expect(bot_configuration).toMatchObject({ bot_type: 'rsi_strategy', symbol: 'SBIN-EQ' })
})

test('SF-05 each missing credential shows its text, and Continue shows "Processing..." while saving', async ({
  page,
  person,
  request,
}) => {
  const { bot_plan } = await buy(request, person, 'EMA Monthly')
  const flow = flowPage(page)
  await flow.enter(person, 2, { selectedPlan: bot_plan, completedSteps: 1 })
  await flow.next.click()
  for (const text of [
    'API Key is required',
    'Client Code is required',
    'MPIN is required',
    'TOTP Secret is required',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(flow.credentials.apiKey).toBeFocused()
  await expect(flow.credentials.mpin).toHaveAttribute('placeholder', 'Enter your 4-digit MPIN')
  await expect(flow.credentials.mpin).toHaveAttribute('type', 'password')
  await expect(flow.credentials.mpin).toHaveAttribute('maxlength', '4')
  await flow.fillCredentials()
  const { held, release } = hold()
  await page.route('**/credentials/save/', async (route) => {
    await held
    await route.continue()
  })
  await flow.next.click()
  await expect(flow.busy).toBeDisabled()
  release()
  await expect(page).toHaveURL('/subscription-flow/3')
})

test('SF-06 SF-12 a two-sided bot requires both capitals and shows its symbols', async ({ page, person, request }) => {
  const { bot_plan } = await buy(request, person, 'Multiple Stocks Monthly')
  const flow = flowPage(page)
  const reread = page.waitForRequest('**/my-subscription/')
  await flow.enter(person, 3, { selectedPlan: bot_plan, completedSteps: 2 })
  await reread
  await expect(page.getByLabel('Symbol')).toHaveValue(/^ADANIENT-EQ, ADANIPORTS-EQ, /)
  await expect(flow.capital).toHaveCount(0)
  await flow.complete.click()
  await expect(page.getByText('Long capital amount must be greater than 0')).toBeVisible()
  await expect(page.getByText('Short capital amount must be greater than 0')).toBeVisible()
  await expect(page.getByLabel('Long Capital Amount')).toBeFocused()
  await page.getByLabel('Long Capital Amount').fill('50000')
  await page.getByLabel('Short Capital Amount').fill('25000')
  const [saved] = await Promise.all([page.waitForRequest('**/config/'), flow.complete.click()])
  expect(saved.postDataJSON()).toEqual({
    max_orders_per_day: 5,
    long_capital_amount: 50000,
    short_capital_amount: 25000,
  })
  await expect(page).toHaveURL('/subscription-flow/4')
})

test('SF-06 SF-11 SF-12 without the administrator’s settings the plan’s defaults apply, and a missing symbol is an error', async ({
  page,
  person,
  request,
}) => {
  const held = await buy(request, person, 'EMA Monthly')
  await page.route('**/admin/bot-config/user/**', (route) => route.fulfill(json(500, {})))
  const flow = flowPage(page)
  await flow.enter(person, 3, { selectedPlan: await planNamed(request, person, 'EMA Monthly'), completedSteps: 2 })
  await expect(page.getByLabel('Symbol')).toHaveValue(/RELIANCE-EQ, SBIN-EQ/)
  await expect(page.getByLabel('Stop Loss %')).toHaveValue('5')
  await expect(page.getByLabel('Target Profit %')).toHaveValue('10')
  await flow.complete.click()
  await expect(page.getByText('Capital amount must be greater than 0')).toBeVisible()

  const bare = { ...held, bot_configuration: { ...held.bot_configuration, symbol: '', allowed_symbols: [] } }
  await page.route('**/my-subscription/', (route) => route.fulfill(json(200, bare)))
  await flow.enter(person, 3, { selectedPlan: held.bot_plan, completedSteps: 2 })
  await expect(page.getByLabel('Symbol')).toHaveValue('No symbol configured')
  await flow.complete.click()
  await expect(page.getByText('Stock symbol is required')).toBeVisible()
})

test('SF-10 a step cannot be opened before the previous one is completed', async ({ page, trader, request }) => {
  const flow = flowPage(page)
  const selectedPlan = await planNamed(request, trader, 'EMA Monthly')
  await flow.enter(trader, 4, { selectedPlan, completedSteps: 1 })
  await expect(page).toHaveURL('/subscription-flow/2')
})

test('SF-09 a failed payment keeps the user on step 1 with another try', async ({ page, request }) => {
  const person = await newPerson(request)
  const flow = flowPage(page)
  await flow.enter(person, 1, { selectedPlan: await planNamed(request, person, 'EMA Monthly') })
  await page.route('**/simulated-success/', (route) => route.fulfill(json(500, {})))
  await flow.pay.click()
  await flow.ok.click()
  await expect(flow.problem).toHaveText('Payment verification failed')
  await page.unroute('**/simulated-success/')
  await flow.pay.click()
  await flow.ok.click()
  await expect(page).toHaveURL('/subscription-flow/2')
})
