import { readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { listPayments } from '@trading-bot/contract/rest/billing/payments'
import { planNamed, sendAs } from '../fixtures/money.ts'
import { flowPage } from '../pages/billing/flow-page.ts'
import { expect, hold, json, test, toast } from '../fixtures/test.ts'

const NOT_CONFIGURED = 'Razorpay credentials not configured. Please contact support.'
const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'
const ORDER = {
  key_id: 'rzp_test_1DP5mmOlF5G5ag',
  amount: 99900,
  currency: 'INR',
  order_id: 'order_N1',
  payment_id: '0190b5a0-0000-7000-8000-000000000001',
  is_simulated: false,
}
// Replaces the provider's script; the test acts as the provider through window.checkout.
const CHECKOUT = `window.Razorpay = class {
  constructor(options) { window.checkout = { options, failed: () => {} } }
  on(event, heard) { window.checkout.failed = heard }
  open() { window.checkout.isOpen = true }
}`

type Provider = {
  checkout: {
    isOpen?: boolean
    failed: (attempt: { error: { code: string; description: string } }) => void
    options: {
      key: string
      amount: number
      order_id: string
      handler: (receipt: object) => void
      modal: { ondismiss: () => void }
    }
  }
}

test.beforeEach(async ({ page, person, request }) => {
  await flowPage(page).enter(person, 1, { selectedPlan: await planNamed(request, person, 'EMA Monthly') })
})

test('the invoice’s state chosen at checkout is saved in the profile', async ({ page }) => {
  const state = page.getByLabel('State for the GST invoice (optional)')
  await state.selectOption('Karnataka')
  await expect(toast(page, 'The invoice will name this state.')).toBeVisible()
  await expect(state).toHaveValue('29')
  await page.goto('/profile')
  await expect(page.getByLabel('State (for GST invoices)')).toHaveValue('29')
})

test('GST is split before paying as the invoice splits it, and a GSTIN is checked, saved and printed', async ({
  page,
  person,
  request,
}) => {
  const flow = flowPage(page)
  const gst = page.getByRole('region', { name: 'GST' })
  await expect(gst).toContainText('Taxable value₹846.62CGST 9 %₹76.19SGST 9 %₹76.19')
  const gstin = page.getByLabel('GSTIN (optional)')
  await gstin.fill('27AAPFU0939F1ZW')
  await flow.pay.click()
  await expect(gst).toContainText('This GSTIN is not valid.')
  await expect(flow.testDialog).toHaveCount(0)
  await page.getByLabel('State for the GST invoice (optional)').selectOption('Karnataka')
  await expect(gst).toContainText('Taxable value₹846.61IGST 18 %₹152.39')
  await gstin.fill('27aapfu0939f1zv')
  await flow.pay.click()
  await expect(gst).toContainText('This GSTIN is registered in Maharashtra, but the state is Karnataka.')
  await page.getByLabel('State for the GST invoice (optional)').selectOption('Maharashtra')
  await expect(gst).toContainText('CGST')
  await flow.pay.click()
  await flow.ok.click()
  await expect(page).toHaveURL('/subscription-flow/2')
  expect(await sendAs(request, person, readProfile, {})).toMatchObject({ gstin: '27AAPFU0939F1ZV', gst_state: '27' })
})

test('PY-01 PY-02 PY-05 a test order is confirmed, paid under an overlay, and the button shows success', async ({
  page,
  person,
  request,
}) => {
  const flow = flowPage(page)
  await expect(flow.summary).toContainText('PlanEMA Monthly')
  for (const method of ['Credit/Debit Cards', 'Net Banking', 'UPI', 'Wallets']) {
    await expect(flow.methods).toContainText(method)
  }
  const { held, release } = hold()
  await page.route('**/simulated-success/', async (route) => {
    await held
    await route.continue()
  })
  await flow.pay.click()
  await expect(flow.testDialog).toContainText('simulated order of ₹999.00')
  const [sent] = await Promise.all([page.waitForRequest('**/simulated-success/'), flow.ok.click()])
  await expect(page.getByText('Processing payment…')).toBeVisible()
  release()
  await expect(flow.paid).toBeDisabled()
  await expect(toast(page, 'Payment processed successfully! Subscription created.')).toBeVisible()
  const [payment] = await sendAs(request, person, listPayments, {})
  expect(sent.postDataJSON()).toEqual({ payment_id: payment?.id })
  expect(payment?.status).toBe('success')
  await expect(page).toHaveURL('/subscription-flow/2')
})

test('PY-02 a test order that is not confirmed is not paid', async ({ page, person, request }) => {
  const flow = flowPage(page)
  await flow.pay.click()
  await flow.testDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(flow.testDialog).toHaveCount(0)
  await expect(flow.pay).toBeEnabled()
  expect((await sendAs(request, person, listPayments, {}))[0]?.status).toBe('pending')
})

for (const [what, key] of [
  ['missing', ''],
  ['placeholder', 'rzp_test_xxxxxxxxxxxx'],
] as const) {
  test(`PY-04 a ${what} key is reported, and the button shows test payment mode`, async ({ page }) => {
    const flow = flowPage(page)
    await page.route('**/create-order/', (route) => route.fulfill(json(200, { data: { ...ORDER, key_id: key } })))
    await flow.pay.click()
    await expect(flow.problem).toHaveText(NOT_CONFIGURED)
    await expect(page.getByRole('button', { name: 'Test Payment Mode' })).toBeVisible()
  })
}

test('PY-04 a server without a provider says so from the start', async ({ page }) => {
  await page.route('**/api/world/', (route) =>
    route.fulfill(json(200, { demo: false, payments: 'none', sign_ins: [] })),
  )
  await page.reload()
  await expect(flowPage(page).problem).toHaveText(NOT_CONFIGURED)
  await expect(page.getByRole('button', { name: 'Test Payment Mode' })).toBeVisible()
})

test('PY-05 an order that cannot be created shows "Failed to create payment order"', async ({ page }) => {
  await page.route('**/create-order/', (route) => route.fulfill(json(500, {})))
  await flowPage(page).pay.click()
  await expect(toast(page, 'Failed to create payment order')).toBeVisible()
})

test.describe('with the real provider', () => {
  test.use({ bypassCSP: true })
  test.beforeEach(async ({ page }) => {
    await page.route('**/create-order/', (route) => route.fulfill(json(200, { data: ORDER })))
    await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: CHECKOUT }))
  })
  const isOpen = () => (window as unknown as Partial<Provider>).checkout?.isOpen

  test('PY-03 PY-05 the checkout script is loaded when needed, and its receipt is sent to the server', async ({
    page,
  }) => {
    expect(await page.locator(`script[src="${SCRIPT}"]`).count()).toBe(0)
    await page.route('**/payment/success/', (route) => route.fulfill(json(200, {})))
    await flowPage(page).pay.click()
    await page.waitForFunction(isOpen)
    const [sent] = await Promise.all([
      page.waitForRequest('**/payment/success/'),
      page.evaluate(() => {
        const { options } = (window as unknown as Provider).checkout
        options.handler({
          razorpay_payment_id: 'pay_1',
          razorpay_order_id: options.order_id,
          razorpay_signature: `${options.key}:${options.amount}`,
        })
      }),
    ])
    expect(sent.postDataJSON()).toEqual({
      payment_id: ORDER.payment_id,
      razorpay_payment_id: 'pay_1',
      razorpay_order_id: ORDER.order_id,
      razorpay_signature: `${ORDER.key_id}:${ORDER.amount}`,
    })
    await expect(toast(page, 'Payment successful! Your subscription is now active.')).toBeVisible()
    await expect(page).toHaveURL('/subscription-flow/2')
  })

  test('PY-03 closing the checkout is reported to the server and nothing is paid', async ({ page }) => {
    await page.route('**/payment/failure/', (route) => route.fulfill(json(200, {})))
    await flowPage(page).pay.click()
    await page.waitForFunction(isOpen)
    const [sent] = await Promise.all([
      page.waitForRequest('**/payment/failure/'),
      page.evaluate(() => {
        const { options, failed } = (window as unknown as Provider).checkout
        failed({ error: { code: 'BAD', description: 'Card declined' } })
        options.modal.ondismiss()
      }),
    ])
    expect(sent.postDataJSON()).toEqual({ payment_id: ORDER.payment_id, error: 'Card declined' })
    await expect(flowPage(page).pay).toBeEnabled()
    await expect(page).toHaveURL('/subscription-flow/1')
  })

  test('PY-05 an invalid receipt shows "Payment verification failed"', async ({ page }) => {
    await page.route('**/payment/success/', (route) => route.fulfill(json(400, { code: 'PAYMENT_NOT_VERIFIED' })))
    await flowPage(page).pay.click()
    await page.waitForFunction(isOpen)
    await page.evaluate(() => (window as unknown as Provider).checkout.options.handler({}))
    await expect(flowPage(page).problem).toHaveText('Payment verification failed')
  })

  test('PY-05 a checkout that does not load shows "Failed to initiate payment"', async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort())
    await flowPage(page).pay.click()
    await expect(flowPage(page).problem).toHaveText('Failed to initiate payment')
  })
})
