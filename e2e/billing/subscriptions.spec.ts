import { readFile } from 'node:fs/promises'
import {
  cancelSubscription,
  createSubscription,
  readMySubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { buy, planNamed, sendAs } from '../fixtures/money.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

test('SB-03 the plan pickers lead to the upgrade and the downgrade', async ({ traderPage: page }) => {
  const { upgrade, downgrade, open } = subscriptionsPage(page)
  for (const [button, plan, heading] of [
    [upgrade, 'RSI Monthly', 'Complete Upgrade'],
    [downgrade, 'Starter', 'Complete Downgrade'],
  ] as const) {
    await open()
    await button.click()
    await pricingPage(page).pick(plan)
    await expect(page).toHaveURL('/subscription-flow/1')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})

test('SB-04 SB-05 SB-08 the wizard validates each step, keeps the typed values and buys a regular plan', async ({
  page,
  person,
  request,
}) => {
  await storeSession(page, person)
  const { dialog, current, next, previous, buy: purchase, open, ...screen } = subscriptionsPage(page)
  await open()
  await screen.purchase('Starter')
  await expect(dialog.getByRole('heading', { name: 'Trading Parameters' })).toBeVisible()
  await expect(previous).toBeDisabled()
  await expect(dialog.getByLabel('Quantity')).toHaveValue('1')
  await next.click()
  await expect(dialog.getByText('Please select a stock symbol')).toBeVisible()
  await dialog.getByLabel('Bot type').selectOption('rsi_strategy')
  await dialog.getByLabel('Stock symbol').selectOption('SBIN-EQ')
  await expect(dialog.getByLabel('Token')).toHaveValue('3045')
  await dialog.getByLabel('Quantity').fill('0')
  await next.click()
  await expect(dialog.getByText('Quantity must be at least 1')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('1001')
  await next.click()
  await expect(dialog.getByText('Quantity cannot exceed 1000')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('3')
  await next.click()

  await expect(dialog.getByRole('heading', { name: 'Strategy Parameters' })).toBeVisible()
  for (const [label, value, wrong, text] of [
    ['EMA period', '44', '201', 'EMA period must be between 1 and 200'],
    ['Stop loss %', '5', '51', 'Stop loss must be between 0.1 and 50'],
    ['Target profit %', '10', '0', 'Target profit must be between 0.1 and 100'],
  ] as const) {
    const input = dialog.getByLabel(label)
    await expect(input).toHaveValue(value)
    await input.fill(wrong)
    await next.click()
    await expect(dialog.getByText(text)).toBeVisible()
    await input.fill(value)
  }
  await expect(dialog.getByLabel('Buy threshold')).toBeVisible()
  await expect(dialog.getByLabel('Sell threshold')).toBeVisible()
  await next.click()

  await expect(dialog.getByRole('heading', { name: 'Risk Management' })).toBeVisible()
  await expect(dialog.getByLabel('Max orders per day')).toHaveValue('5')
  await dialog.getByLabel('Max orders per day').fill('51')
  await next.click()
  await expect(dialog.getByText('Max orders per day must be between 1 and 50')).toBeVisible()
  await dialog.getByLabel('Max orders per day').fill('7')
  await expect(dialog.getByLabel('Email notifications')).toBeChecked()
  await expect(dialog.getByLabel('SMS notifications')).not.toBeChecked()
  await expect(dialog.getByLabel('Telegram notifications')).not.toBeChecked()
  await previous.click()
  await expect(dialog.getByRole('heading', { name: 'Strategy Parameters' })).toBeVisible()
  await next.click()
  await expect(dialog.getByLabel('Max orders per day')).toHaveValue('7')
  await next.click()

  await expect(dialog.getByRole('heading', { name: 'Review and Confirm' })).toBeVisible()
  await expect(dialog).toContainText('Quantity3')
  await purchase.click()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(toast(page, 'Payment processed successfully! Subscription created.')).toBeVisible()
  await expect(current).toContainText('Starter')
  await expect(current).toContainText('RSI Strategy')
  const { bot_configuration } = await sendAs(request, person, readMySubscription, {})
  expect(bot_configuration).toMatchObject({
    bot_type: 'rsi_strategy',
    symbol: 'SBIN-EQ',
    quantity: 3,
    ema_period: 44,
    max_orders_per_day: 7,
    backtest_mode: true,
  })
})

test('SB-04 SB-09 the reopened wizard starts at step 1; a bot plan’s parameters are the administrator’s', async ({
  page,
  person,
}) => {
  await storeSession(page, person)
  const { dialog, next, open, purchase } = subscriptionsPage(page)
  await open()
  await purchase('RSI Monthly')
  await expect(dialog.getByLabel('Stock symbol')).toHaveValue('SBIN-EQ')
  await expect(dialog.getByLabel('Stock symbol')).toHaveAttribute('readonly')
  await expect(dialog.getByLabel('Quantity')).toHaveAttribute('readonly')
  await next.click()
  await expect(dialog.getByLabel('EMA period')).toHaveAttribute('readonly')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await purchase('RSI Monthly')
  await expect(dialog.getByRole('heading', { name: 'Trading Parameters' })).toBeVisible()
})

test('SB-06 SB-09 the configuration shows the administrator’s settings and saves the capital', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'RSI Monthly')
  await storeSession(page, person)
  const { dialog, current, configure, save, open } = subscriptionsPage(page)
  await open()
  await configure.click()
  for (const label of ['Symbol', 'Interval', 'Stop Loss %', 'Target Profit %', 'Max Orders per Day']) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('readonly')
  }
  await save.click()
  await expect(dialog.getByText('Capital amount must be greater than 0')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Configuration Error - Please fix the validation errors above before saving.',
  )
  await dialog.getByLabel('Capital Amount').fill('120000')
  await page.route('**/config/', (route) => route.fulfill(json(500, {})))
  await save.click()
  await expect(toast(page, 'Failed to update bot configuration')).toBeVisible()
  await page.unroute('**/config/')
  const [sent] = await Promise.all([page.waitForRequest('**/config/'), save.click()])
  expect(sent.postDataJSON()).toEqual({ max_orders_per_day: 5, capital_amount: 120000 })
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(current).toContainText('₹1,20,000.00')
})

test('SB-06 the holder of a regular plan changes the wizard’s settings and the capital', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'Starter')
  await storeSession(page, person)
  const { dialog, current, configure, save, open } = subscriptionsPage(page)
  await open()
  await configure.click()
  await save.click()
  await expect(dialog.getByText('Please select a stock symbol')).toBeVisible()
  await expect(dialog.getByText('Capital amount must be greater than 0')).toBeVisible()
  await dialog.getByLabel('Stock symbol').selectOption('TCS-EQ')
  await dialog.getByLabel('Quantity').fill('1001')
  await dialog.getByLabel('Capital Amount').fill('50000')
  await save.click()
  await expect(dialog.getByText('Quantity cannot exceed 1000')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('7')
  await dialog.getByLabel('Bot type').selectOption('rsi_strategy')
  await dialog.getByRole('group', { name: 'Parameters of the RSI Strategy' }).getByLabel('RSI period').fill('9')
  await dialog.getByRole('combobox', { name: 'More symbols (optional)' }).click()
  await page
    .getByRole('listbox', { name: 'More symbols (optional)' })
    .getByRole('option', { name: /^SBIN-EQ/ })
    .click()
  await page.keyboard.press('Tab')
  const [sent] = await Promise.all([page.waitForRequest('**/config/'), save.click()])
  expect(sent.postDataJSON()).toMatchObject({
    symbol: 'TCS-EQ',
    allowed_symbols: ['TCS-EQ', 'SBIN-EQ'],
    strategy_parameters: { rsi_period: 9 },
    quantity: 7,
    capital_amount: 50000,
  })
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  await expect(current).toContainText('2 symbols')
})

test('SB-06 a two-sided bot has a long and a short capital', async ({ page, person, request }) => {
  await buy(request, person, 'Multiple Stocks Monthly')
  await storeSession(page, person)
  const { dialog, configure, save, open } = subscriptionsPage(page)
  await open()
  await configure.click()
  await save.click()
  await expect(dialog.getByText('Long capital amount must be greater than 0')).toBeVisible()
  await expect(dialog.getByText('Short capital amount must be greater than 0')).toBeVisible()
})

test('SB-07 SB-11 a subscription that cannot be loaded counts as none, and the page shows the error', async ({
  traderPage: page,
}) => {
  await page.route('**/my-subscription/', (route) => route.fulfill(json(500, {})))
  const { current, open } = subscriptionsPage(page)
  await open()
  await expect(toast(page, 'Failed to load subscription data')).toHaveAttribute('data-kind', 'error')
  await expect(current).toContainText('No plan selected')
  await expect(page.getByText('Your subscription could not be loaded')).toBeVisible()
  await page.unroute('**/my-subscription/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(current).toContainText('EMA Monthly')
})

test('SB-07 a subscription that cannot be created shows "Failed to create subscription"', async ({ page, person }) => {
  await storeSession(page, person)
  await page.route('**/subscriptions/create/', (route) => route.fulfill(json(500, {})))
  const { next, buy: purchase, open, ...screen } = subscriptionsPage(page)
  await open()
  await screen.purchase('RSI Monthly')
  for (let step = 1; step < 4; step++) await next.click()
  await purchase.click()
  await expect(toast(page, 'Failed to create subscription')).toBeVisible()
})

test('SB-10 a new user sees "No plan selected"; the holder sees plan, bot, dates and state', async ({
  page,
  person,
  request,
}) => {
  await storeSession(page, person)
  const { current, payments, open } = subscriptionsPage(page)
  await open()
  await expect(current).toContainText('No plan selected')
  await expect(payments).toContainText('No payments yet')
  await buy(request, person, 'EMA Monthly')
  await open()
  await expect(current.locator('[data-status="active"]')).toHaveText('Active')
  await expect(current).toContainText('EMA Strategy')
  await expect(current).toContainText('0 of 30')
})

test('SB-10 PY-06 payments show their state, and an invoice is downloaded as a PDF', async ({
  traderPage: page,
  trader,
}) => {
  const { payments, open } = subscriptionsPage(page)
  await open()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    payments
      .getByRole('button', { name: /^Download invoice TEST-INV/ })
      .last()
      .click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^TEST-INV-.*\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  const payment = {
    order_id: 'o',
    provider_payment_id: null,
    plan_name: 'EMA Monthly',
    purpose: 'purchase',
    amount: 999,
    amount_refunded: 0,
    refund_due: null,
    currency: 'INR',
    is_simulated: true,
    invoice_number: null,
    paid_at: null,
    created_at: '2026-11-15T03:45:00.000Z',
  }
  const states = ['success', 'pending', 'failed', 'refunded']
  const rows = states.map((status, index) => ({ ...payment, status, id: `${trader.user.id.slice(0, -1)}${index}` }))
  await page.route('**/subscriptions/payments/', (route) => route.fulfill(json(200, rows)))
  await open()
  await expect(payments.locator('[data-status]')).toHaveText(['Success', 'Pending', 'Failed', 'Refunded'])
})

test('an unpaid purchase can be paid now or discarded, and a cancelled plan shows its refund request', async ({
  page,
  person,
  request,
}) => {
  await sendAs(request, person, createSubscription, {
    plan_id: (await planNamed(request, person, 'Starter')).id,
  })
  await storeSession(page, person)
  const { open, payments } = subscriptionsPage(page)
  await open()
  const unpaid = page.getByRole('region', { name: 'Unpaid purchase' })
  await unpaid.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByRole('dialog', { name: 'Complete Payment' })).toBeVisible()
  await page.keyboard.press('Escape')
  await unpaid.getByRole('button', { name: 'Discard' }).click()
  await expect(toast(page, 'The unpaid purchase was discarded. Nothing was charged.')).toBeVisible()
  await expect(unpaid).toHaveCount(0)
  await buy(request, person, 'EMA Monthly')
  await sendAs(request, person, cancelSubscription, {})
  await open()
  await expect(payments).toContainText('refund requested')
})

test('Renew now pays the next period after the running one, once', async ({ page, person, request }) => {
  const held = await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { current, open } = subscriptionsPage(page)
  await open()
  const renewNow = current.getByRole('button', { name: 'Renew now' })
  await renewNow.click()
  const dialog = page.getByRole('dialog', { name: 'Renew Plan' })
  await expect(dialog).toContainText('Next period starts')
  await dialog.getByRole('button', { name: 'Pay ₹999.00' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(toast(page, 'Renewed. Your next period is paid.')).toBeVisible()
  await expect(current).toContainText('next period paid')
  await expect(renewNow).toHaveCount(0)
  const { end_date } = await sendAs(request, person, readMySubscription, {})
  expect(Date.parse(end_date!) - Date.parse(held.end_date!)).toBe(30 * 86_400_000)
})

test('automatic renewal is switched on and off', async ({ page, person, request }) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { renew, open } = subscriptionsPage(page)
  await open()
  await expect(renew).not.toBeChecked()
  await renew.click({ force: true })
  await expect(toast(page, 'Your plan renews automatically.')).toBeVisible()
  await expect(renew).toBeChecked()
  expect((await sendAs(request, person, readMySubscription, {})).auto_renew).toBe(true)
})

test('the wizard asks the strategy’s own parameters and several symbols, refuses negative amounts, and reviews every choice', async ({
  page,
  person,
  request,
}) => {
  await storeSession(page, person)
  const { dialog, next, buy: purchase, open, ...screen } = subscriptionsPage(page)
  await open()
  await screen.purchase('Starter')
  await dialog.getByLabel('Bot type').selectOption('rsi_strategy')
  await dialog.getByLabel('Stock symbol').selectOption('SBIN-EQ')
  await dialog.getByRole('combobox', { name: 'More symbols (optional)' }).click()
  await page
    .getByRole('listbox', { name: 'More symbols (optional)' })
    .getByRole('option', { name: /^TCS-EQ/ })
    .click()
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Price (optional)').fill('-5')
  await next.click()
  await expect(dialog.getByText('Enter an amount of 0 or more')).toBeVisible()
  await dialog.getByLabel('Price (optional)').fill('')
  await next.click()
  const own = dialog.getByRole('group', { name: 'Parameters of the RSI Strategy' })
  await own.getByLabel('RSI period').fill('9')
  await next.click()
  await dialog.getByLabel('Max loss per day (optional)').fill('-300')
  await next.click()
  await expect(dialog.getByText('Enter an amount of 0 or more')).toBeVisible()
  await dialog.getByLabel('Max loss per day (optional)').fill('300')
  await next.click()
  for (const text of ['SBIN-EQ, TCS-EQ', 'RSI period9', 'Max loss per day₹300.00', 'SMS notificationsOff'])
    await expect(dialog).toContainText(text)
  await purchase.click()
  await expect(page.getByRole('button', { name: 'Pay ₹499.00' })).toBeVisible()
  const { bot_configuration } = await sendAs(request, person, readMySubscription, {})
  expect(bot_configuration).toMatchObject({
    allowed_symbols: ['SBIN-EQ', 'TCS-EQ'],
    strategy_parameters: { rsi_period: 9 },
    max_loss_per_day: 300,
  })
})
