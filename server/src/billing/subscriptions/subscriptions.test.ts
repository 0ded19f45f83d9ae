// One subscription from its purchase to its end, with every change in between.
import { DAY_MS } from '@trading-bot/core/time'
import { listPayments, refundPayment } from '@trading-bot/contract/rest/billing/payments'
import {
  cancelSubscription,
  createSubscription,
  downgradeSubscription,
  readMySubscription,
  readUsage,
  toggleAutoRenew,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { expect, test } from 'vitest'
import { newestMail, relog, signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer, signUpHolder } from '../../testing/test-plans.ts'
import { serverForFile } from '../../testing/test-server.ts'

const server = serverForFile()

const daysBetween = (from: string | null, to: string | null) => (Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY_MS

test('CALL POST /subscriptions/create/ creates a pending subscription; only a payment activates it', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const choice = { bot_plan_id: botPlan('rsi_strategy').id, capital_amount: 50_000 }
  const { status, body } = await server.call(createSubscription, choice, token)
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'pending', payment_status: 'pending', amount_paid: 0, start_date: null })
})

test('EN-05 CALL GET /subscriptions/my-subscription/ is 404 without one, then the pending, then the valid one', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  expect((await server.call(readMySubscription, {}, token)).status).toBe(404)
  const plan = botPlan('ema_strategy')
  await server.call(createSubscription, { bot_plan_id: plan.id }, token)
  expect((await server.call(readMySubscription, {}, token)).body.status).toBe('pending')
  await buy(server, token, { bot_plan_id: plan.id })
  const { body } = await server.call(readMySubscription, {}, token)
  expect(body).toMatchObject({
    status: 'active',
    payment_status: 'success',
    amount_paid: 999,
    plan: null,
    bot_plan: { name: plan.name, price: 999 },
  })
  expect(daysBetween(body.start_date, body.end_date)).toBe(30)
})

test('a renewal is payable from three days before the end and adds its period to the end', async () => {
  const { token, botPlan, subscription } = await signUpHolder(server)
  server.moveTime(27 * DAY_MS)
  const renewed = await buy(server, await relog(server, token), { bot_plan_id: botPlan('ema_strategy').id })
  expect(daysBetween(subscription.end_date, renewed.subscription.end_date)).toBe(30)
  expect(renewed.subscription.start_date).toBe(subscription.start_date)
})

test('CALL PUT /subscriptions/upgrade/ charges the difference and starts a full period now', async () => {
  const { token, botPlan } = await signUpHolder(server)
  server.moveTime(10 * DAY_MS)
  const choice = { bot_plan_id: botPlan('momentum_strategy').id }
  const { body } = await server.call(upgradeSubscription, choice, await relog(server, token))
  expect(body).toMatchObject({ message: 'Subscription upgraded successfully!', order: null })
  expect(daysBetween(body.subscription.start_date, body.subscription.end_date)).toBe(30)
  // 999.00 for 30 days, 20 left: 666.00 unused; 1999.00 - 666.00 = 1333.00.
  expect(body.subscription.amount_paid).toBe(999 + 1333)
  expect(body.subscription.unused_value).toBe(1999)
  expect(body.subscription.bot_plan?.name).toBe('Momentum Monthly')
})

test('CALL PUT /subscriptions/downgrade/ turns the unused value into time of the cheaper plan', async () => {
  const { token, botPlan } = await signUpHolder(server, 'momentum_strategy')
  server.moveTime(15 * DAY_MS)
  const fresh = await relog(server, token)
  const { body } = await server.call(downgradeSubscription, { bot_plan_id: botPlan('ema_strategy').id }, fresh)
  expect(body).toMatchObject({ message: 'Subscription downgraded successfully!', order: null })
  // 999.50 unused at 999.00 for 30 days.
  expect(daysBetween(body.subscription.start_date, body.subscription.end_date)).toBeCloseTo((999.5 / 999) * 30, 6)
  expect(body.subscription.unused_value + body.subscription.credit).toBe(999.5)
  expect(body.subscription.amount_paid).toBe(1999)
})

test('upgrade refuses cheaper plans, downgrade dearer ones, and both the own plan and one of its price', async () => {
  const { token, botPlan } = await signUpHolder(server, 'macd_strategy')
  const change = async (spec: typeof upgradeSubscription | typeof downgradeSubscription, type: string) =>
    (await server.call(spec, { bot_plan_id: botPlan(type).id }, token)).body
  expect(await change(upgradeSubscription, 'ema_strategy')).toMatchObject({ code: 'NOT_DEARER' })
  expect(await change(upgradeSubscription, 'macd_strategy')).toMatchObject({ message: 'You already have this plan.' })
  expect(await change(downgradeSubscription, 'momentum_strategy')).toMatchObject({ code: 'NOT_CHEAPER' })
  const setPrice = (price_paise: number) =>
    server.db.updateTable('bot_plans').set({ price_paise }).where('bot_type', '=', 'rsi_strategy').execute()
  await setPrice(149_900)
  for (const spec of [upgradeSubscription, downgradeSubscription])
    expect(await change(spec, 'rsi_strategy')).toMatchObject({ code: 'SAME_PLAN' })
  await setPrice(129_900)
})

test('CALL PUT /subscriptions/cancel/ ends the subscription at once and sets the unused value aside', async () => {
  const { token, subscription } = await signUpHolder(server)
  await server.call(toggleAutoRenew, { auto_renew: true }, token)
  const unknown = { subscription_id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2' }
  expect((await server.call(cancelSubscription, unknown, token)).status).toBe(404)
  const { body } = await server.call(cancelSubscription, { subscription_id: subscription.id }, token)
  expect(body).toMatchObject({
    message: 'Subscription cancelled successfully',
    subscription: { status: 'cancelled', auto_renew: false, credit: 0, unused_value: 0 },
  })
  expect((await server.call(cancelSubscription, {}, token)).status).toBe(404)
})

test('a cancellation mails what ends when, and its refund request stands at the payment until it is on its way', async () => {
  const { token, registration, botPlan } = await signUpHolder(server)
  expect((await server.call(listPayments, {}, token)).body).toMatchObject([{ refund_due: null }])
  server.moveTime(15 * DAY_MS)
  const access = await relog(server, token)
  await server.call(cancelSubscription, {}, access)
  const half = botPlan('ema_strategy').price / 2
  const mail = await newestMail(server, registration.email)
  expect(mail.subject).toBe('Cancelled: EMA Monthly')
  expect(mail.text).toContain('was cancelled and ended on')
  expect(mail.text).toContain(`Unused: ${formatRupees(half)}. We have opened a refund request`)
  const requested = (await server.call(listPayments, {}, access)).body[0]
  expect(requested).toMatchObject({ amount_refunded: 0, refund_due: { amount: half, state: 'requested' } })
  const admin = await signUpAdmin(server)
  await server.call(refundPayment, { id: requested?.id ?? '' }, admin.access)
  expect((await server.call(listPayments, {}, access)).body).toMatchObject([
    { refund_due: { amount: half, state: 'on_its_way' } },
  ])
})

test('an unpaid purchase is discarded without a mail', async () => {
  const { token, registration, botPlan } = await signUpBuyer(server)
  await server.call(createSubscription, { bot_plan_id: botPlan('ema_strategy').id }, token)
  const { subject } = await newestMail(server, registration.email)
  expect((await server.call(cancelSubscription, {}, token)).status).toBe(200)
  expect((await newestMail(server, registration.email)).subject).toBe(subject)
})

test('CALL PUT /subscriptions/toggle-auto-renew/ toggles, or sets the given value', async () => {
  const { token } = await signUpHolder(server)
  for (const [input, isOn] of [
    [{}, true],
    [{}, false],
    [{ auto_renew: true }, true],
  ] as const)
    expect((await server.call(toggleAutoRenew, input, token)).body.auto_renew).toBe(isOn)
})

test('CALL GET /subscriptions/usage/ returns how much of the period is used', async () => {
  const { token } = await signUpHolder(server, 'rsi_strategy')
  const used = { days_total: 30, days_used: 0, days_left: 30, max_orders_per_day: 10 }
  expect((await server.call(readUsage, {}, token)).body).toMatchObject(used)
})
