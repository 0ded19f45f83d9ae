import { updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import {
  createOrder,
  paymentFailure,
  paymentSuccess,
  simulatedSuccess,
} from '@trading-bot/contract/rest/billing/payments'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { readWorld } from '@trading-bot/contract/rest/operations/platform'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, hold, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { expectPath, signInAs, toast, visit } from '../../../testing/open-app.tsx'
import { holding, ORDER, planNamed, signInHolding, takePayments } from '../../../testing/plans.ts'

const pay = page.getByRole('button', { name: /^Pay ₹/ })
const ok = page.getByRole('button', { name: 'OK', exact: true })
const dialog = page.getByRole('dialog', { name: 'Test mode payment' })
const problem = page.getByTestId('payment-problem')
const gst = page.getByRole('region', { name: 'GST' })
const state = page.getByLabelText('State for the GST invoice (optional)')
const NOT_CONFIGURED = 'Razorpay credentials not configured. Please contact support.'

beforeEach(() => {
  signInHolding(null)
  takePayments('EMA Monthly')
})
const open = () => visit('/subscription-flow/1', { selectedPlan: planNamed('EMA Monthly') })

test('GST is split before paying as the invoice splits it, and a state and a GSTIN are checked and saved', async () => {
  const user = signInAs('trader')!
  signInHolding(null)
  takePayments('EMA Monthly')
  let saved = user
  answer(updateProfile, ({ body }) => {
    saved = { ...saved, ...(body as object) }
    return saved
  })
  await open()
  await expect.element(gst).toHaveTextContent('Taxable value₹846.62CGST 9 %₹76.19SGST 9 %₹76.19')
  const gstin = page.getByLabelText('GSTIN (optional)')
  await gstin.fill('27AAPFU0939F1ZW')
  await pay.click()
  await expect.element(gst).toHaveTextContent('This GSTIN is not valid.')
  expect(dialog.elements()).toEqual([])
  await state.selectOptions('Karnataka')
  await expect.element(toast('The invoice will name this state.')).toBeVisible()
  await expect.element(gst).toHaveTextContent('Taxable value₹846.61IGST 18 %₹152.39')
  await gstin.fill('27aapfu0939f1zv')
  await pay.click()
  await expect.element(gst).toHaveTextContent('This GSTIN is registered in Maharashtra, but the state is Karnataka.')
  await state.selectOptions('Maharashtra')
  await expect.element(gst).toHaveTextContent('CGST')
  await pay.click()
  await expect.element(ok).toBeVisible()
  expect(saved).toMatchObject({ gstin: '27aapfu0939f1zv', gst_state: '27' })
})

test('PY-01 PY-02 PY-05 a test order is confirmed, paid under an overlay, and the button shows success', async () => {
  const { held, release } = hold()
  await open()
  await expect.element(page.getByRole('region', { name: 'Plan summary' })).toHaveTextContent('PlanEMA Monthly')
  const methods = page.getByRole('region', { name: 'Accepted payment methods' })
  for (const method of ['Credit/Debit Cards', 'Net Banking', 'UPI', 'Wallets'])
    await expect.element(methods).toHaveTextContent(method)
  await pay.click()
  await expect.element(dialog).toHaveTextContent('simulated order of ₹999.00')
  answer(simulatedSuccess, { message: 'Paid', status: 'success', subscription: holding('EMA Monthly') }, { held })
  await ok.click()
  await expect.element(page.getByText('Processing payment…')).toBeVisible()
  expect(sentTo(simulatedSuccess)).toMatchObject([{ body: { payment_id: ORDER.payment_id } }])
  answer(readMySubscription, holding('EMA Monthly'))
  release()
  await expect.element(page.getByRole('button', { name: 'Payment Successful' })).toBeDisabled()
  await expect.element(toast('Payment processed successfully! Subscription created.')).toBeVisible()
  await expectPath('/subscription-flow/2')
})

test('PY-02 a test order that is not confirmed is not paid', async () => {
  await open()
  await pay.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(pay).toBeEnabled()
  expect(sentTo(simulatedSuccess)).toEqual([])
})

test('PY-04 a missing or placeholder key is reported, and the button shows test payment mode', async () => {
  for (const key_id of ['', 'rzp_test_xxxxxxxxxxxx']) {
    takePayments('EMA Monthly', { is_simulated: false, key_id })
    await open()
    await pay.click()
    await expect.element(problem).toHaveTextContent(NOT_CONFIGURED)
    await expect.element(page.getByRole('button', { name: 'Test Payment Mode' })).toBeVisible()
  }
})

test('PY-04 a server without a provider says so from the start', async () => {
  answer(readWorld, { ...recorded(readWorld), demo: false, payments: 'none', sign_ins: [] })
  await open()
  await expect.element(problem).toHaveTextContent(NOT_CONFIGURED)
  await expect.element(page.getByRole('button', { name: 'Test Payment Mode' })).toBeVisible()
})

test('PY-05 an order that cannot be created shows "Failed to create payment order"', async () => {
  refuse(createOrder, 500)
  await open()
  await pay.click()
  await expect.element(toast('Failed to create payment order')).toBeVisible()
})

type Options = ConstructorParameters<NonNullable<Window['Razorpay']>>[0]
type Failed = (attempt: { error: { code: string; description: string } }) => void
let checkout: { options: Options; failed: Failed } | undefined

/** Answers the request for the provider's script; the test acts as the provider through `checkout`. */
function provideCheckout(event: 'load' | 'error') {
  checkout = undefined
  takePayments('EMA Monthly', { is_simulated: false })
  const append = document.head.append.bind(document.head)
  return vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes
    if (!(script instanceof HTMLScriptElement)) return append(...nodes)
    expect(script.src).toBe('https://checkout.razorpay.com/v1/checkout.js')
    if (event === 'load')
      window.Razorpay = class {
        options: Options
        constructor(options: Options) {
          this.options = options
        }
        on(_: string, failed: Failed) {
          checkout = { options: this.options, failed }
        }
        open() {}
      }
    script.dispatchEvent(new Event(event))
  })
}

afterEach(() => {
  vi.restoreAllMocks()
  delete window.Razorpay
})

const receiptOf = ({ key, amount, order_id }: Options) => ({
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: order_id,
  razorpay_signature: `${key}:${amount}`,
})

test('PY-03 PY-05 the checkout script is loaded when needed, and its receipt is sent to the server', async () => {
  const loads = provideCheckout('load')
  const subscription = holding('EMA Monthly')
  answer(paymentSuccess, () => {
    answer(readMySubscription, subscription)
    return { message: 'Paid', status: 'success' as const, subscription }
  })
  await open()
  await expect.element(pay).toBeVisible()
  expect(loads.mock.calls.filter(([node]) => node instanceof HTMLScriptElement)).toEqual([])
  await pay.click()
  await expect.poll(() => checkout).toBeDefined()
  const receipt = receiptOf(checkout!.options)
  checkout!.options.handler(receipt)
  await expect.poll(() => sentTo(paymentSuccess)[0]?.body).toEqual({ payment_id: ORDER.payment_id, ...receipt })
  await expect.element(toast('Payment successful! Your subscription is now active.')).toBeVisible()
  await expectPath('/subscription-flow/2')
})

test('PY-03 closing the checkout is reported to the server and nothing is paid', async () => {
  provideCheckout('load')
  answer(paymentFailure, { message: 'Noted', status: 'failed' })
  await open()
  await pay.click()
  await expect.poll(() => checkout).toBeDefined()
  checkout!.failed({ error: { code: 'BAD', description: 'Card declined' } })
  checkout!.options.modal.ondismiss()
  await expect.element(pay).toBeEnabled()
  expect(sentTo(paymentFailure)).toMatchObject([{ body: { payment_id: ORDER.payment_id, error: 'Card declined' } }])
  await expectPath('/subscription-flow/1')
})

test('PY-05 an invalid receipt shows "Payment verification failed"', async () => {
  provideCheckout('load')
  refuse(paymentSuccess, 400, { code: 'PAYMENT_NOT_VERIFIED' })
  await open()
  await pay.click()
  await expect.poll(() => checkout).toBeDefined()
  checkout!.options.handler(receiptOf(checkout!.options))
  await expect.element(problem).toHaveTextContent('Payment verification failed')
})

test('PY-05 a checkout that does not load shows "Failed to initiate payment"', async () => {
  provideCheckout('error')
  await open()
  await pay.click()
  await expect.element(problem).toHaveTextContent('Failed to initiate payment')
})
