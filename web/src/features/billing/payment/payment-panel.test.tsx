import { readProfile, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import * as api from '@trading-bot/contract/rest/billing/payments'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { readWorld } from '@trading-bot/contract/rest/operations/platform'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, hold, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, expectSaid, expectTexts } from '../../../testing/controls.ts'
import { expectPath, toast, visit } from '../../../testing/open-app.tsx'
import { holding, ORDER, planNamed, signInHolding, takePayments } from '../../../testing/plans.ts'

const pay = button(/^Pay ₹/)
const ok = button('OK')
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
  let saved = recorded(readProfile)
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

test('PY-01 PY-02 PY-05 SF-09 a test order is confirmed, paid under an overlay, and the button shows success; a failure can be tried again', async () => {
  await open()
  await expectTexts(page.getByRole('region', { name: 'Plan summary' }), 'PlanEMA Monthly')
  const methods = page.getByRole('region', { name: 'Accepted payment methods' })
  await expectTexts(methods, 'Credit/Debit Cards', 'Net Banking', 'UPI', 'Wallets')
  refuse(api.createOrder, 500)
  await expectSaid(pay, 'Failed to create payment order')
  takePayments('EMA Monthly')
  await pay.click()
  await expect.element(dialog).toHaveTextContent('simulated order of ₹999.00')
  await button('Cancel', dialog).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentTo(api.simulatedSuccess)).toEqual([])
  refuse(api.simulatedSuccess, 500)
  await pay.click()
  await ok.click()
  await expect.element(problem).toHaveTextContent('Payment verification failed')
  const { held, release } = hold()
  answer(api.simulatedSuccess, { message: 'Paid', status: 'success', subscription: holding('EMA Monthly') }, { held })
  await pay.click()
  await ok.click()
  await expect.element(page.getByText('Processing payment…')).toBeVisible()
  expect(sentTo(api.simulatedSuccess).at(-1)?.body).toMatchObject({ payment_id: ORDER.payment_id })
  answer(readMySubscription, holding('EMA Monthly'))
  release()
  await expect.element(button('Payment Successful')).toBeDisabled()
  await expect.element(toast('Payment processed successfully! Subscription created.')).toBeVisible()
  await expectPath('/subscription-flow/2')
})

test('PY-04 a server without a provider says so from the start, an unusable key when paying; the button shows test payment mode', async () => {
  answer(readWorld, { ...recorded(readWorld), demo: false, payments: 'none', sign_ins: [] })
  await open()
  await expect.element(problem).toHaveTextContent(NOT_CONFIGURED)
  await expect.element(button('Test Payment Mode')).toBeVisible()
  answer(readWorld, recorded(readWorld))
  takePayments('EMA Monthly', { is_simulated: false, key_id: '' })
  await open()
  await pay.click()
  await expect.element(problem).toHaveTextContent(NOT_CONFIGURED)
  await expect.element(button('Test Payment Mode')).toBeVisible()
})

type Options = ConstructorParameters<NonNullable<Window['Razorpay']>>[0]
type Failed = (attempt: { error: { code: string; description: string } }) => void
let checkout: { options: Options; failed: Failed } | undefined

/** Answers the request for the provider's script; the test acts as the provider through `checkout`. */
function provideCheckout() {
  checkout = undefined
  takePayments('EMA Monthly', { is_simulated: false })
  const append = document.head.append.bind(document.head)
  const events = ['error', 'load']
  return vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes
    if (!(script instanceof HTMLScriptElement)) return append(...nodes)
    expect(script.src).toBe('https://checkout.razorpay.com/v1/checkout.js')
    const event = events.shift()!
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

/** Pays, and returns the checkout that the provider opens. */
async function openCheckout() {
  checkout = undefined
  await pay.click()
  await expect.poll(() => checkout).toBeDefined()
  return checkout!
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

test('PY-03 PY-05 the checkout script is loaded when needed; what fails or is closed is reported, and a valid receipt completes the payment', async () => {
  const loads = provideCheckout()
  answer(api.paymentFailure, { message: 'Noted', status: 'failed' })
  refuse(api.paymentSuccess, 400, { code: 'PAYMENT_NOT_VERIFIED' })
  await open()
  await expect.element(pay).toBeVisible()
  expect(loads.mock.calls.filter(([node]) => node instanceof HTMLScriptElement)).toEqual([])
  await pay.click()
  await expect.element(problem).toHaveTextContent('Failed to initiate payment')
  const closed = await openCheckout()
  closed.failed({ error: { code: 'BAD', description: 'Card declined' } })
  closed.options.modal.ondismiss()
  await expect.element(pay).toBeEnabled()
  expect(sentTo(api.paymentFailure)).toMatchObject([{ body: { payment_id: ORDER.payment_id, error: 'Card declined' } }])
  await expectPath('/subscription-flow/1')
  const invalid = await openCheckout()
  invalid.options.handler(receiptOf(invalid.options))
  await expect.element(problem).toHaveTextContent('Payment verification failed')
  const subscription = holding('EMA Monthly')
  answer(api.paymentSuccess, () => {
    answer(readMySubscription, subscription)
    return { message: 'Paid', status: 'success' as const, subscription }
  })
  const { options } = await openCheckout()
  options.handler(receiptOf(options))
  const body = { payment_id: ORDER.payment_id, ...receiptOf(options) }
  await expect.poll(() => sentTo(api.paymentSuccess).at(-1)?.body).toEqual(body)
  await expect.element(toast('Payment successful! Your subscription is now active.')).toBeVisible()
  await expectPath('/subscription-flow/2')
})
