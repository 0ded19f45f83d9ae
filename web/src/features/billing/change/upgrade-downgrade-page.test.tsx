import { paymentSuccess } from '@trading-bot/contract/rest/billing/payments'
import { downgradeSubscription, upgradeSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { readWorld } from '@trading-bot/contract/rest/operations/platform'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, expectSaid, fieldOf, fill } from '../../../testing/controls.ts'
import { expectPath, visit } from '../../../testing/open-app.tsx'
import { holding, ORDER, planNamed, signInHolding } from '../../../testing/plans.ts'

type Options = ConstructorParameters<NonNullable<Window['Razorpay']>>[0]
const CARD = {
  'Card number': '4111 1111 1111 1111',
  'Expiry date': '12/31',
  CVV: '987',
  'Cardholder name': 'Cardholder',
}
const next = button('Continue')
const submit = button(/^(Pay and upgrade|Confirm downgrade)$/)
const summary = page.getByRole('region', { name: 'Plan summary' })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

test('PR-04 UD-01 UD-02 UD-05 without a plan the page says so; step 1 shows the picked plan, and Back returns to the previous page', async () => {
  signInHolding('EMA Monthly')
  await visit('/upgrade-downgrade')
  await expect.element(heading('Invalid Plan')).toBeVisible()
  await expect.element(page.getByText('No plan selected for upgrade.')).toBeVisible()
  await expect.element(button('Go Back')).toBeVisible()
  await visit('/pricing')
  for (const [action, plan, title, kind, flag] of [
    ['Upgrade Plan', 'RSI Monthly', 'RSI Monthly', 'RSI Strategy Plan', 'isUpgrade'],
    ['Downgrade Plan', 'Starter', 'Downgrade Plan', 'Regular Plan', 'isDowngrade'],
  ] as const) {
    await button(action).click()
    await button(`Select ${plan}`).click()
    await expectPath('/upgrade-downgrade')
    expect(window.history.state).toMatchObject({ selectedPlan: { name: plan }, [flag]: true })
    await expect.element(heading(title)).toBeVisible()
    await expect.element(page.getByText(kind)).toBeVisible()
    await button('Back').click()
    await expectPath('/pricing')
  }
})

test('UD-03 UD-04 UD-05 SF-08 the card is required, never leaves the browser, and the upgrade succeeds', async () => {
  signInHolding('EMA Monthly')
  answer(upgradeSubscription, { message: 'Done', subscription: holding('RSI Monthly'), order: null })
  const asked = vi.spyOn(window, 'fetch')
  const plan = planNamed('RSI Monthly')
  await visit('/upgrade-downgrade', { selectedPlan: plan, isUpgrade: true })
  await next.click()
  await expect.element(page.getByText('Test mode: do not enter a real card')).toBeVisible()
  await expect.element(summary).toHaveTextContent(/Due now₹300\.0\d/)
  await expectSaid(submit, 'Please fill in all payment details')
  for (const name of Object.keys(CARD)) {
    await expect.element(page.getByText(`${name} is required`)).toBeVisible()
    await expect.element(fieldOf(name)).toHaveAttribute('autocomplete', 'off')
  }
  expect(sentTo(upgradeSubscription)).toEqual([])
  await fill(CARD)
  await expectSaid(submit, 'Subscription upgraded successfully!')
  await expect.element(heading('Upgrade Successful!')).toBeVisible()
  expect(sentTo(upgradeSubscription)).toMatchObject([{ body: { bot_plan_id: plan.id } }])
  const sent = JSON.stringify(asked.mock.calls.map(([url, init]) => [url, init?.body]))
  expect(sent).not.toMatch(/4111|12\/31|12%2F31|\b987\b|Cardholder/i)
  asked.mockRestore()
  const link = page.getByRole('link', { name: 'Go to Subscriptions' })
  await expect.element(link).toHaveAttribute('href', '/subscriptions')
})

test('UD-04 UD-05 a failure shows the server’s message, or its own text without one; a downgrade names a regular plan', async () => {
  const held = signInHolding('EMA Monthly')
  const plan = planNamed('Starter')
  await visit('/upgrade-downgrade', { selectedPlan: plan, isDowngrade: true })
  await next.click()
  await fill(CARD)
  for (const [body, text] of [
    [{ error: 'Not this', message: 'The bank is asleep.' }, 'The bank is asleep.'],
    [{ error: 'Not this' }, 'Payment failed. Please try again.'],
  ] as const) {
    refuse(downgradeSubscription, 400, body)
    await expectSaid(submit, text)
  }
  await expect.element(fieldOf('Card number')).toHaveValue(CARD['Card number'])
  answer(downgradeSubscription, { message: 'Done', subscription: held, order: null })
  await expectSaid(submit, 'Subscription downgraded successfully!')
  await expect.element(heading('Downgrade Successful!')).toBeVisible()
  expect(sentTo(downgradeSubscription).at(-1)?.body).toEqual({ plan_id: plan.id, billing_cycle: 'monthly' })
})

test('UD-03 UD-04 no card is required where a provider takes the payment: its receipt completes the upgrade', async () => {
  const held = signInHolding('EMA Monthly')
  answer(readWorld, { ...recorded(readWorld), demo: false, payments: 'razorpay', sign_ins: [] })
  answer(upgradeSubscription, { message: 'Pay', subscription: held, order: { ...ORDER, is_simulated: false } })
  given(paymentSuccess, () => ({ status: 200, body: {} }))
  window.Razorpay = class {
    options: Options
    constructor(options: Options) {
      this.options = options
    }
    on() {}
    open() {
      const { handler, order_id } = this.options
      handler({ razorpay_payment_id: 'pay_1', razorpay_order_id: order_id, razorpay_signature: 's' })
    }
  }
  await visit('/upgrade-downgrade', { selectedPlan: planNamed('RSI Monthly'), isUpgrade: true })
  await next.click()
  await expect.element(summary).toHaveTextContent('Due now')
  expect(fieldOf('Card number').elements()).toEqual([])
  await button(/^Pay ₹/).click()
  await expect.element(heading('Upgrade Successful!')).toBeVisible()
  expect(sentTo(paymentSuccess)).toMatchObject([{ body: { razorpay_order_id: ORDER.order_id } }])
  delete window.Razorpay
})
