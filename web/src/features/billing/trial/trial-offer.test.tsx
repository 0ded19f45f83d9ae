import { type BotPlan, listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import * as renewals from '@trading-bot/contract/rest/billing/renewals'
import { cancelSubscription, readMySubscription, startTrial } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts } from '../../../testing/controls.ts'
import { toast, visit } from '../../../testing/open-app.tsx'
import { holding, signInHolding } from '../../../testing/plans.ts'

const DEBIT = { notice_at: '2026-11-29T06:00:00.000Z', price: 999, credit: 1, amount: 998 }
const TERMS: renewals.TrialTerms = {
  refusal: null,
  days: 14,
  ends_at: '2026-12-02T06:00:00.000Z',
  is_paper_only: true,
  charge: 999,
  period_days: 30,
  first_debits: [{ ...DEBIT, method: 'upi', at: '2026-11-30T06:00:00.000Z' }],
}
const MANDATE: renewals.Mandate = {
  id: '0190b5a0-0000-7000-8000-000000000009',
  method: 'upi',
  state: 'created',
  max_amount: 1998,
  expires_at: '2031-11-17T00:00:00.000Z',
  bank: null,
  account_hint: null,
  reason: null,
  is_simulated: true,
  created_at: '2026-11-17T00:00:00.000Z',
}
const tryFree = button('Try EMA Monthly free')
const onTrial = () => ({
  ...holding('EMA Monthly'),
  trial: { ends_at: TERMS.ends_at, is_paper_only: true },
  end_date: TERMS.ends_at,
})

/** A trader without a plan, before one that offers two weeks. */
function signInWithout(terms: renewals.TrialTerms = TERMS) {
  signInHolding(null)
  const days = (plan: BotPlan) => ({ ...plan, trial_days: plan.name === 'EMA Monthly' ? 14 : 0 })
  answer(listBotPlans, recorded(listBotPlans).map(days))
  answer(renewals.readTrialTerms, terms)
  answer(startTrial, () => {
    answer(readMySubscription, onTrial())
    answer(renewals.readTrialTerms, { ...terms, refusal: 'You have already had a free trial.' })
    return { message: 'Your 14-day trial of EMA Monthly has begun.', subscription: onTrial() }
  })
}

test('a trial begins without a payment, ends by itself unless something else is chosen, and is offered once', async () => {
  signInWithout()
  await visit('/pricing')
  await tryFree.click()
  await expectTexts(dialog, 'until 02 Dec 2026', 'real money waits until the plan is paid for')
  await expect.element(dialog.getByRole('radio', { name: 'It ends by itself' })).toBeChecked()
  refuse(startTrial, 409, { error: 'You have already had a free trial. Choose a plan to continue.' })
  await expectSaid(
    button('Start 14 days free', dialog),
    'You have already had a free trial. Choose a plan to continue.',
  )
  signInWithout()
  await button('Start 14 days free', dialog).click()
  await expect.element(toast('Your 14-day trial of EMA Monthly has begun.')).toBeVisible()
  await expect.element(page.getByText('Free until 02 Dec 2026, then ₹999.00/month')).toBeVisible()
  await expect.element(tryFree).not.toBeInTheDocument()
})

test('whoever stays sees price and date of the first debit on the button, and goes on to the bank', async () => {
  signInWithout()
  await visit('/pricing')
  await tryFree.click()
  await dialog.getByRole('radio', { name: 'Continue, paid by UPI Autopay' }).click()
  await expectTexts(dialog, 'First debit30 Nov 2026 or shortly after', 'Amount₹998.00', 'Then₹999.00 every 30 days')
  const checkout = { key_id: 'k', order_id: 'o', customer_id: 'c', amount: 100, currency: 'INR' as const }
  answer(renewals.registerMandate, { mandate: MANDATE, checkout: { ...checkout, is_simulated: true } })
  answer(renewals.approveSimulated, {
    message: 'Automatic payments are set up.',
    mandate: { ...MANDATE, state: 'confirmed' },
  })
  await button('Start, then ₹998.00 on 30 Nov 2026', dialog).click()
  await button('Approve', dialog).click()
  await expect.element(toast('Automatic payments are set up.')).toBeVisible()
  expect(sentTo(renewals.registerMandate).at(-1)?.body).toEqual({ method: 'upi' })
})

test('whoever has had a trial is offered none, and cancelling one says that it goes on to its end', async () => {
  signInWithout({ ...TERMS, refusal: 'You have already had a free trial.' })
  answer(readMySubscription, onTrial())
  await visit('/pricing')
  await expect.element(page.getByText('Free until 02 Dec 2026, then ₹999.00/month')).toBeVisible()
  await expect.element(tryFree).not.toBeInTheDocument()
  await button('Cancel Subscription').click()
  await expectTexts(dialog, 'Your free trial runs until 02 Dec 2026 and then ends. Nothing is debited.')
  answer(cancelSubscription, { message: 'Subscription cancelled successfully', subscription: onTrial() })
  await button('Cancel Subscription', dialog).click()
  await expect.element(toast('Subscription cancelled successfully')).toBeVisible()
})
