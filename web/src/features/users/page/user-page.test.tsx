import type { ManagedUser } from '@trading-bot/contract/rest/accounts/users'
import { listUsers } from '@trading-bot/contract/rest/accounts/users'
import * as goodwill from '@trading-bot/contract/rest/billing/goodwill'
import { type Payment, refundPayment } from '@trading-bot/contract/rest/billing/payments'
import { readRefundLimits } from '@trading-bot/contract/rest/billing/refunds'
import { listAllSubscriptions } from '@trading-bot/contract/rest/billing/subscription-reports'
import { listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { readUserPage, readUserRecords, type UserPage } from '@trading-bot/contract/rest/operations/user-page'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, recordedAtTime, refuse, sentTo } from '../../../testing/answers.ts'
import { button, choose, dialog, expectSaid, expectTexts, fill } from '../../../testing/controls.ts'
import { signInAs, visit } from '../../../testing/open-app.tsx'

const DAY_MS = 86_400_000
const GIVEN: goodwill.Goodwill = {
  id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2',
  kind: 'days',
  plan_name: 'EMA Monthly',
  days: 7,
  ends_at: '2026-12-24T06:00:00.000Z',
  amount: null,
  reason: 'The feed was down',
  created_at: '2026-11-17T06:00:00.000Z',
}

let user: ManagedUser
let endsAt: string

function show(change: Partial<UserPage> = {}) {
  const [subscription] = recorded(listAllSubscriptions).subscriptions
  const running = { ...subscription!, status: 'active' as const, end_date: endsAt }
  const none = { bots: [], trades: [], credentials: null, sessions: [], notes: [] }
  answer(readUserPage, { user, subscriptions: [running], payments: [], credit: 0, goodwill: [], ...none, ...change })
}

beforeEach(() => {
  signInAs('admin')
  user = recorded(listUsers).find(({ username }) => username === 'demo')!
  endsAt = new Date(recordedAtTime().getTime() + 20 * DAY_MS).toISOString()
  show()
  answer(readUserRecords, { logs: [], audit: [], mails: [] })
})

test('free days need a reason, say the end that was seen, and stand with it under Payments', async () => {
  await visit(`/admin/users/${user.id}`)
  await button('Extend').click()
  await button('Add free days', dialog).click()
  await expectTexts(dialog, 'Say why: the user reads it')
  expect(sentTo(goodwill.extendPlan)).toEqual([])
  await fill({ 'Free days': '400', Reason: 'The feed was down' }, dialog)
  await button('Add free days', dialog).click()
  await expectTexts(dialog, 'Days must be a whole number from 1 to 366')
  await fill({ 'Free days': '7' }, dialog)
  answer(goodwill.extendPlan, () => {
    show({ goodwill: [GIVEN], credit: 50 })
    return { message: 'EMA Monthly now runs until 24 December 2026.', end_date: endsAt }
  })
  await expectSaid(button('Add free days', dialog), 'EMA Monthly now runs until 24 December 2026.')
  expect(sentTo(goodwill.extendPlan).at(-1)?.body).toEqual({
    days: 7,
    reason: 'The feed was down',
    ends_before: endsAt,
  })
  const payments = page.getByRole('region', { name: 'Payments' })
  await expectTexts(payments, 'Credit: ₹50.00', '7 free days of EMA Monthly, until 24 Dec 2026', 'The feed was down')
})

test('a plan is changed after its preview, and one is granted to whoever holds none', async () => {
  const rsi = recorded(listBotPlans).find(({ name }) => name === 'RSI Monthly')!
  answer(goodwill.previewPlanOfUser, { unused_value: 640.5, credit: 12, end_date: '2026-12-09T06:00:00.000Z' })
  answer(goodwill.changePlanOfUser, { message: 'RSI Monthly runs until 9 December 2026.', end_date: endsAt })
  await visit(`/admin/users/${user.id}`)
  await button('Change plan').click()
  await fill({ Reason: 'Chose the wrong one' }, dialog)
  await button('Change plan', dialog).click()
  await expectTexts(dialog, 'Choose a plan')
  await choose('Plan', /^RSI Monthly/, dialog)
  await expectTexts(dialog, '₹640.50 is unused, and ₹12.00 is credit: the new plan runs until 09 Dec 2026.')
  await expectSaid(button('Change plan', dialog), 'RSI Monthly runs until 9 December 2026.')
  expect(sentTo(goodwill.changePlanOfUser).at(-1)?.body).toMatchObject({ bot_plan_id: rsi.id, ends_before: endsAt })

  show({ subscriptions: [] })
  answer(goodwill.grantPlan, { message: 'RSI Monthly runs until 17 December 2026.', end_date: endsAt })
  await visit(`/admin/users/${user.id}`)
  await button('Grant a plan').click()
  await choose('Plan', /^RSI Monthly/, dialog)
  await fill({ Reason: 'A prize' }, dialog)
  await expectSaid(button('Grant plan', dialog), 'RSI Monthly runs until 17 December 2026.')
  expect(sentTo(goodwill.grantPlan).at(-1)?.body).toEqual({ bot_plan_id: rsi.id, days: 30, reason: 'A prize' })
})

test('credit, a goodwill refund and a question to the provider each say what they do; a refusal stands in the dialog', async () => {
  const payment: Payment = {
    id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e3',
    order_id: 'order_1',
    provider_payment_id: 'pay_1',
    plan_name: 'EMA Monthly',
    purpose: 'purchase',
    amount: 999,
    amount_refunded: 100,
    refund_due: null,
    currency: 'INR',
    status: 'success',
    is_simulated: false,
    invoice_number: null,
    created_at: '2026-11-16T06:00:00.000Z',
    paid_at: '2026-11-16T06:00:00.000Z',
  }
  const stuck: Payment = { ...payment, id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e4', status: 'pending', paid_at: null }
  show({ payments: [payment, stuck], credit: 25 })
  await visit(`/admin/users/${user.id}`)
  await button('Add credit').click()
  await fill({ Amount: '200', Reason: 'Sorry for the delay' }, dialog)
  answer(goodwill.giveCredit, { message: 'The credit is now ₹225.00.', credit: 225 })
  await expectSaid(button('Add credit', dialog), 'The credit is now ₹225.00.')
  expect(sentTo(goodwill.giveCredit)[0]?.body).toMatchObject({ amount: 200, credit_before: 25 })

  const limits = { paid: 999, refunded: 100, unused: 600, maximum: 600, maximum_with_reason: 899, owed: null }
  answer(readRefundLimits, limits)
  await button('Refund as goodwill: ₹999.00 for EMA Monthly').click()
  await fill({ Amount: '900', Reason: 'Missed trades' }, dialog)
  await button('Refund', dialog).click()
  await expectTexts(dialog, 'At most ₹899.00 can be refunded')
  await fill({ Amount: '300' }, dialog)
  const sentence = '₹300.00 of this payment is refunded or on its way already. Look at it again before you refund more.'
  refuse(refundPayment, 409, { error: sentence, message: sentence, code: 'REFUND_CHANGED' })
  await button('Refund', dialog).click()
  await expectTexts(dialog, sentence)
  answer(refundPayment, { message: 'A refund of ₹300.00 was requested.', payment })
  await expectSaid(button('Refund', dialog), 'A refund of ₹300.00 was requested.')
  expect(sentTo(refundPayment).at(-1)?.body).toEqual({
    amount: 300,
    reason: 'Missed trades',
    refunded_before: 100,
    keeps_time: true,
  })

  await button('Ask the provider about ₹999.00 for EMA Monthly').click()
  await fill({ Reason: 'The user says it was paid' }, dialog)
  answer(goodwill.askAboutPayment, { message: 'The provider knows of no attempt to pay this order.', payment: stuck })
  await expectSaid(button('Ask now', dialog), 'The provider knows of no attempt to pay this order.')
})

test('the page shows the user’s audit, log lines and mails', async () => {
  const at = '2026-11-17T06:00:00.000Z'
  const [id, actor] = [GIVEN.id, { id: user.id, email: user.email }]
  answer(readUserRecords, {
    logs: [
      {
        id,
        level: 'INFO',
        category: 'payment',
        message: 'Plan extended',
        created_at: at,
        user: null,
        bot: null,
        details: {},
      },
    ],
    audit: [
      {
        id,
        at,
        action: 'subscription.extended',
        actor,
        subject: { kind: 'subscription', id },
        before: null,
        after: { days: 7, end_at: '2026-12-24T06:00:00.000Z', reason: 'The feed was down' },
        names: { [id]: 'EMA Monthly of demo' },
        address: null,
      },
    ],
    mails: [{ id, subject: '7 days added to EMA Monthly', state: 'sent', created_at: at, sent_at: at }],
  })
  await visit(`/admin/users/${user.id}`)
  const records = page.getByRole('region', { name: 'Records' })
  await expectTexts(records, /gave EMA Monthly of demo 7 free days, until 24 Dec 2026\. Reason: The feed was down\./)
  await records.getByRole('tab', { name: 'Log (1)' }).click()
  await expectTexts(records, 'Plan extended')
  await records.getByRole('tab', { name: 'Mails (1)' }).click()
  await expectTexts(records, '7 days added to EMA Monthly')
})
