import { buy, planNamed } from '../fixtures/money.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { upgradePage } from '../pages/billing/upgrade-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

test('UD-01 without a plan the page says so and links back', async ({ traderPage: page }) => {
  await pricingPage(page).open()
  await page.goto('/upgrade-downgrade')
  await expect(page.getByRole('heading', { name: 'Invalid Plan' })).toBeVisible()
  await expect(page.getByText('No plan selected for upgrade.')).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/pricing')
})

test('UD-02 UD-05 step 1 shows the picked plan, and Back returns to the previous page', async ({
  traderPage: page,
}) => {
  const pricing = pricingPage(page)
  const change = upgradePage(page)
  await pricing.open()
  await pricing.upgrade.click()
  await pricing.pick('RSI Monthly')
  await expect(pricing.available).toHaveCount(0)
  await expect(change.heading('RSI Monthly')).toBeVisible()
  await expect(page.getByText('₹1,299.00/month')).toBeVisible()
  await expect(page.getByText('by the relative strength index')).toBeVisible()
  await expect(page.getByText('RSI Strategy Plan')).toBeVisible()
  await change.back.click()
  await expect(page).toHaveURL('/pricing')
  await pricing.downgrade.click()
  await pricing.pick('Starter')
  await expect(pricing.available).toHaveCount(0)
  await expect(change.heading('Downgrade Plan')).toBeVisible()
  await expect(page.getByText('Regular Plan')).toBeVisible()
})

test('UD-03 UD-04 UD-05 SF-08 the card is required, never leaves the browser, and the upgrade succeeds', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  const sent: string[] = []
  page.on('request', (call) => void sent.push(`${call.method()} ${call.url()} ${call.postData() ?? ''}`))
  const plan = await planNamed(request, person, 'RSI Monthly')
  const change = upgradePage(page)
  await change.enter(person, { selectedPlan: plan, isUpgrade: true })
  await change.next.click()
  await expect(page.getByText('Test mode: do not enter a real card')).toBeVisible()
  await expect(change.summary).toContainText(/Due now₹300\.0\d/)
  await change.submit.click()
  await expect(toast(page, 'Please fill in all payment details')).toBeVisible()
  for (const text of [
    'Card number is required',
    'Expiry date is required',
    'CVV is required',
    'Cardholder name is required',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  for (const field of Object.values(change.card)) await expect(field).toHaveAttribute('autocomplete', 'off')
  expect(sent.filter((call) => call.startsWith('PUT'))).toEqual([])

  await change.fillCard()
  await change.submit.click()
  await expect(toast(page, 'Subscription upgraded successfully!')).toBeVisible()
  await expect(change.heading('Upgrade Successful!')).toBeVisible()
  const upgrade = sent.find((call) => call.includes('/subscriptions/upgrade/'))
  expect(upgrade).toContain(`"bot_plan_id":"${plan.id}"`)
  expect(sent.join('\n')).not.toMatch(/4111|12\/31|12%2F31|987\b.*cvv|"987"|Cardholder/i)
  await page.getByRole('link', { name: 'Go to Subscriptions' }).click()
  await expect(page).toHaveURL('/subscriptions')
})

test('UD-04 UD-05 a failure shows the server’s message, or its own text without one; a downgrade names a regular plan', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  const plan = await planNamed(request, person, 'Starter')
  const change = upgradePage(page)
  await change.enter(person, { selectedPlan: plan, isDowngrade: true })
  await change.next.click()
  await change.fillCard()
  for (const [body, text] of [
    [{ error: 'Not this', message: 'The bank is asleep.' }, 'The bank is asleep.'],
    [{ error: 'Not this' }, 'Payment failed. Please try again.'],
  ] as const) {
    await page.route('**/subscriptions/downgrade/', (route) => route.fulfill(json(400, body)))
    await change.submit.click()
    await expect(toast(page, text)).toBeVisible()
    await expect(change.heading('Downgrade Successful!')).toHaveCount(0)
  }
  await expect(change.card.number).toHaveValue('4111 1111 1111 1111')
  await page.unroute('**/subscriptions/downgrade/')
  const [sent] = await Promise.all([page.waitForRequest('**/subscriptions/downgrade/'), change.submit.click()])
  expect(sent.postDataJSON()).toEqual({ plan_id: plan.id, billing_cycle: 'monthly' })
  await expect(toast(page, 'Subscription downgraded successfully!')).toBeVisible()
  await expect(change.heading('Downgrade Successful!')).toBeVisible()
})

test.describe('with the real provider', () => {
  test.use({ bypassCSP: true })

  test('UD-03 UD-04 no card is required: the upgrade’s order is paid at the provider and completes the upgrade', async ({
    page,
    trader,
    request,
  }) => {
    await storeSession(page, trader)
    const order = {
      key_id: 'rzp_test_1DP5mmOlF5G5ag',
      amount: 30000,
      currency: 'INR',
      order_id: 'order_U1',
      payment_id: '0190b5a0-0000-7000-8000-000000000002',
      is_simulated: false,
    }
    await page.route('**/api/world/', (route) =>
      route.fulfill(json(200, { demo: false, payments: 'razorpay', sign_ins: [] })),
    )
    await page.route('**/subscriptions/upgrade/', (route) => route.fulfill(json(200, { order })))
    await page.route('**/payment/success/', (route) => route.fulfill(json(200, {})))
    await page.route('https://checkout.razorpay.com/v1/checkout.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.Razorpay = class {
          constructor(options) { this.options = options }
          on() {}
          open() { this.options.handler({ razorpay_payment_id: 'pay_1', razorpay_order_id: this.options.order_id, razorpay_signature: 's' }) }
        }`,
      }),
    )
    const change = upgradePage(page)
    await change.enter(trader, { selectedPlan: await planNamed(request, trader, 'RSI Monthly'), isUpgrade: true })
    await change.next.click()
    await expect(change.summary).toContainText('Due now')
    await expect(change.card.number).toHaveCount(0)
    const [paid] = await Promise.all([
      page.waitForRequest('**/payment/success/'),
      page.getByRole('button', { name: /^Pay ₹/ }).click(),
    ])
    expect(paid.postDataJSON()).toMatchObject({ razorpay_order_id: 'order_U1' })
    await expect(change.heading('Upgrade Successful!')).toBeVisible()
  })
})
