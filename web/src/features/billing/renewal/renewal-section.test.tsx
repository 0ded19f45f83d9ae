import * as api from '@trading-bot/contract/rest/billing/renewals'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts } from '../../../testing/controls.ts'
import { toast, visit } from '../../../testing/open-app.tsx'
import { signInHolding } from '../../../testing/plans.ts'

const renewal = page.getByRole('region', { name: 'Renewal', exact: true })
const ID = '0190b5a0-0000-7000-8000-000000000009'
const MANDATE: api.Mandate = {
  id: ID,
  method: 'upi',
  state: 'confirmed',
  max_amount: 1998,
  expires_at: '2031-11-17T00:00:00.000Z',
  bank: 'HDFC',
  account_hint: '4242',
  reason: null,
  is_simulated: true,
  created_at: '2026-11-17T00:00:00.000Z',
}
const NEXT = {
  at: '2026-12-15T18:00:00.000Z',
  notice_at: '2026-12-14T18:00:00.000Z',
  price: 999,
  credit: 1,
  amount: 998,
}

test('the panel shows the next debit with its parts and the mandate, and one click cancels it', async () => {
  signInHolding('EMA Monthly')
  const confirmed = { ...recorded(api.readRenewal), auto_renew: true, mandate: MANDATE, next_debit: NEXT }
  answer(api.readRenewal, confirmed)
  await visit('/bot-subscriptions')
  await expectTexts(renewal, '15 Dec 2026 or shortly after', '₹998.00 (₹999.00 less ₹1.00 credit)')
  await expectTexts(renewal, 'UPI Autopay (HDFC, 4242)', '₹1,998.00', '17 Nov 2031')
  refuse(api.cancelMandate, 409, { error: 'This mandate has ended. Set up a new one.' })
  const cancel = button('Cancel automatic payments', renewal)
  await expectSaid(cancel, 'This mandate has ended. Set up a new one.')
  answer(api.cancelMandate, () => {
    const mandate = { ...MANDATE, state: 'cancelled' as const }
    answer(api.readRenewal, { ...confirmed, mandate, next_debit: null })
    return { message: 'Automatic payments are cancelled.', mandate }
  })
  await expectSaid(cancel, 'Automatic payments are cancelled.')
  await expect.element(button('Set up automatic payments', renewal)).toBeVisible()
})

test('automatic payments are set up at the test bank, with the first debit and its cost told before', async () => {
  signInHolding('EMA Monthly')
  await visit('/subscriptions')
  await button('Set up automatic payments', renewal).click()
  await expectTexts(
    dialog,
    'First debit16 Dec 2026 or shortly after',
    'Amount₹999.00',
    'you can cancel here at any time with one click',
  )
  await expectTexts(dialog, '₹1.00, which becomes credit')
  await dialog.getByRole('radio', { name: 'Bank account' }).click()
  await expectTexts(dialog, 'Setting it up costs nothing.')
  const created = { ...MANDATE, method: 'emandate' as const, state: 'created' as const }
  const checkout = { key_id: 'simulated', order_id: 'o', customer_id: 'c', amount: 0, currency: 'INR' as const }
  answer(api.registerMandate, { mandate: created, checkout: { ...checkout, is_simulated: true } })
  await button('Continue to your bank', dialog).click()
  const initiated = { ...created, state: 'initiated' as const }
  answer(api.approveSimulated, () => {
    answer(api.readRenewal, { ...recorded(api.readRenewal), auto_renew: true, mandate: initiated })
    return { message: 'Approved. Your bank confirms it within a day or two.', mandate: initiated }
  })
  await button('Approve', dialog).click()
  await expect.element(toast('Approved. Your bank confirms it within a day or two.')).toBeVisible()
  expect(sentTo(api.registerMandate)[0]?.body).toEqual({ method: 'emandate' })
  await expectTexts(renewal, 'Pending', 'Your bank confirms it within a day or two.')
})

test('a failed attempt says why and what comes next; the last one says so', async () => {
  signInHolding('EMA Monthly')
  const attempt = { number: 1, amount: 998, debit_at: NEXT.at }
  const failed = { ...attempt, state: 'failed' as const, failure: 'There was not enough money in your account.' }
  const failing = { state: 'open' as const, reason: failed.failure, attempts: [failed] }
  const base = { ...recorded(api.readRenewal), auto_renew: true, mandate: MANDATE }
  answer(api.readRenewal, { ...base, renewal: failing })
  await visit('/subscriptions')
  await expectTexts(
    renewal,
    'There was not enough money in your account. The next attempt is announced within the hour.',
  )
  await expectTexts(renewal, '₹998.00 on 15 Dec 2026: Failed')
  const next = { ...attempt, number: 2, state: 'announced' as const, failure: null }
  answer(api.readRenewal, { ...base, next_debit: NEXT, renewal: { ...failing, attempts: [failed, next] } })
  await visit('/subscriptions')
  await expectTexts(renewal, `${failed.failure} The next attempt is on 15 Dec 2026 or shortly after.`)
  answer(api.readRenewal, { ...base, renewal: { ...failing, state: 'failed' } })
  await visit('/subscriptions')
  await expectTexts(renewal, 'There will be no further attempt.')
})

test('a mail’s link leads to what it asks for: the payment of the next period, the renewal, or the plans once it is over', async () => {
  signInHolding('EMA Monthly', { is_renewed: false })
  await visit('/subscriptions#renew')
  await expect.element(page.getByRole('heading', { name: 'Renew Plan' })).toBeVisible()
  answer(api.readRenewal, { ...recorded(api.readRenewal), auto_renew: true, mandate: MANDATE, next_debit: NEXT })
  await visit('/subscriptions#renewal')
  await expect.element(button('Cancel automatic payments', renewal)).toBeInViewport()
  // Not under the fixed header.
  await expect.poll(() => renewal.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(56)
  await expect.element(page.getByRole('heading', { name: 'Renew Plan' })).not.toBeInTheDocument()
  signInHolding(null)
  await visit('/subscriptions#renew')
  await expect.element(page.getByText('Choose a plan. You set up its bot in a few steps, then pay.')).toBeInViewport()
})

test('where no mandates are offered there is no panel', async () => {
  signInHolding('EMA Monthly')
  answer(api.readRenewal, { ...recorded(api.readRenewal), is_offered: false })
  await visit('/bot-subscriptions')
  await expect.element(page.getByRole('region', { name: 'Current Subscription' })).toBeVisible()
  await expect.element(renewal).not.toBeInTheDocument()
})
