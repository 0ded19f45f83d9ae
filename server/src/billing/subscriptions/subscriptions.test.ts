// One subscription from its purchase to its end, with every change in between.
import { createOrder, listPayments, refundPayment } from '@trading-bot/contract/rest/billing/payments'
import {
  cancelSubscription,
  createSubscription,
  downgradeSubscription,
  readMySubscription,
  readUsage,
  toggleAutoRenew,
  updateConfiguration,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestMail, relog, signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const DAY_MS = 86_400_000
const daysBetween = (from: string | null, to: string | null) => (Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY_MS

test('CALL POST /subscriptions/create/ creates a pending subscription; only a payment activates it', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const made = await server.call(
    createSubscription,
    { bot_plan_id: botPlan('rsi_strategy').id, capital_amount: 50_000 },
    token,
  )
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ status: 'pending', payment_status: 'pending', amount_paid: 0, start_date: null })
  expect(made.body.bot_configuration).toMatchObject({
    capital_amount: 50_000,
    symbol: 'SBIN-EQ',
    stop_loss_percentage: 2,
  })
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

test('a purchase beside a valid subscription is refused with a sentence', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('rsi_strategy').id })
  const again = await server.call(createSubscription, { bot_plan_id: botPlan('macd_strategy').id }, token)
  expect(again.body).toMatchObject({ code: 'ALREADY_SUBSCRIBED' })
  const same = await server.call(createOrder, { bot_plan_id: botPlan('rsi_strategy').id }, token)
  expect(same.body).toMatchObject({ code: 'ALREADY_SUBSCRIBED' })
})

test('a renewal is payable from three days before the end and adds its period to the end', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const choice = { bot_plan_id: botPlan('ema_strategy').id }
  const { subscription } = await buy(server, token, choice)
  server.moveTime(27 * DAY_MS)
  const { access } = (await server.raw('POST', '/api/auth/token/refresh/', { body: JSON.stringify({ refresh: 'x' }) }))
    .body as { access?: string }
  expect(access).toBeUndefined()
  const fresh = await relog(server, token)
  const renewed = await buy(server, fresh, choice)
  expect(daysBetween(subscription.end_date, renewed.subscription.end_date)).toBe(30)
  expect(renewed.subscription.start_date).toBe(subscription.start_date)
})

test('CALL PUT /subscriptions/upgrade/ charges the difference and starts a full period now', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  server.moveTime(10 * DAY_MS)
  const fresh = await relog(server, token)
  const { body, status } = await server.call(
    upgradeSubscription,
    { bot_plan_id: botPlan('momentum_strategy').id },
    fresh,
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({ message: 'Subscription upgraded successfully!', order: null })
  expect(daysBetween(body.subscription.start_date, body.subscription.end_date)).toBe(30)
  // 999.00 for 30 days, 20 left: 666.00 unused; 1999.00 - 666.00 = 1333.00.
  expect(body.subscription.amount_paid).toBe(999 + 1333)
  expect(body.subscription.unused_value).toBe(1999)
  expect(body.subscription.bot_plan?.name).toBe('Momentum Monthly')
})

test('CALL PUT /subscriptions/downgrade/ turns the unused value into time of the cheaper plan', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('momentum_strategy').id })
  server.moveTime(15 * DAY_MS)
  const fresh = await relog(server, token)
  const { body } = await server.call(downgradeSubscription, { bot_plan_id: botPlan('ema_strategy').id }, fresh)
  expect(body).toMatchObject({ message: 'Subscription downgraded successfully!', order: null })
  // 999.50 unused at 999.00 for 30 days.
  expect(daysBetween(body.subscription.start_date, body.subscription.end_date)).toBeCloseTo((999.5 / 999) * 30, 6)
  expect(body.subscription.unused_value + body.subscription.credit).toBe(999.5)
  expect(body.subscription.amount_paid).toBe(1999)
})

test('upgrade refuses cheaper and equal plans, downgrade dearer ones', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const choice = (type: string) => ({ bot_plan_id: botPlan(type).id })
  await buy(server, token, choice('macd_strategy'))
  expect((await server.call(upgradeSubscription, choice('ema_strategy'), token)).body).toMatchObject({
    code: 'NOT_DEARER',
  })
  expect((await server.call(upgradeSubscription, choice('macd_strategy'), token)).body).toMatchObject({
    message: 'You already have this plan.',
  })
  expect((await server.call(downgradeSubscription, choice('momentum_strategy'), token)).body).toMatchObject({
    code: 'NOT_CHEAPER',
  })
})

test('CALL PUT /subscriptions/cancel/ ends the subscription at once and sets the unused value aside', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const { subscription } = await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  const foreign = await server.call(
    cancelSubscription,
    { subscription_id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2' },
    token,
  )
  expect(foreign.status).toBe(404)
  const { body } = await server.call(cancelSubscription, { subscription_id: subscription.id }, token)
  expect(body).toMatchObject({ message: 'Subscription cancelled successfully', subscription: { status: 'cancelled' } })
  expect((await server.call(cancelSubscription, {}, token)).status).toBe(404)
})

test('a cancellation mails what ends when, and its refund request stands at the payment until it is on its way', async () => {
  const { token, registration, botPlan } = await signUpBuyer(server)
  const { price, id } = botPlan('ema_strategy')
  await buy(server, token, { bot_plan_id: id })
  expect((await server.call(listPayments, {}, token)).body).toMatchObject([{ refund_due: null }])
  server.moveTime(15 * DAY_MS)
  const access = await relog(server, token)
  await server.call(cancelSubscription, {}, access)
  const half = price / 2
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
  const { token, botPlan } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  expect((await server.call(toggleAutoRenew, {}, token)).body.auto_renew).toBe(true)
  expect((await server.call(toggleAutoRenew, {}, token)).body.auto_renew).toBe(false)
  expect((await server.call(toggleAutoRenew, { auto_renew: true }, token)).body.auto_renew).toBe(true)
})

test('CALL GET /subscriptions/usage/ returns how much of the period is used', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('rsi_strategy').id })
  expect((await server.call(readUsage, {}, token)).body).toMatchObject({
    days_total: 30,
    days_used: 0,
    days_left: 30,
    max_orders_per_day: 10,
  })
})

test('SB-09 CALL PUT /subscriptions/{id}/config/ accepts capital and refuses the admin’s fields', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const { subscription } = await buy(server, token, { bot_plan_id: botPlan('rsi_strategy').id })
  const id = subscription.id
  const saved = await server.call(updateConfiguration, { id, capital_amount: 75_000.5, max_orders_per_day: 5 }, token)
  expect(saved.body).toMatchObject({
    message: 'Bot configuration saved successfully!',
    bot_configuration: { capital_amount: 75_000.5, is_complete: true },
  })
  for (const change of [{ symbol: 'TCS-EQ' }, { stop_loss_percentage: 9 }, { max_orders_per_day: 50 }]) {
    const refused = await server.call(updateConfiguration, { id, capital_amount: 1000, ...change }, token)
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body)).toContain(Object.keys(change)[0])
  }
  expect((await server.call(updateConfiguration, { id, capital_amount: 0 }, token)).body).toMatchObject({
    capital_amount: ['Capital amount must be greater than 0'],
  })
})

test('the two-sided type needs both capitals', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const { subscription } = await buy(server, token, { bot_plan_id: botPlan('multiple_stokes_strategy').id })
  const refused = await server.call(updateConfiguration, { id: subscription.id, long_capital_amount: 10 }, token)
  expect(refused.body).toMatchObject({ short_capital_amount: ['Short capital amount must be greater than 0'] })
  const both = { id: subscription.id, long_capital_amount: 50_000, short_capital_amount: 25_000 }
  expect((await server.call(updateConfiguration, both, token)).body.bot_configuration.is_complete).toBe(true)
})

test("a user cannot configure another user's subscription", async () => {
  const owner = await signUpBuyer(server)
  const other = await signUpBuyer(server)
  const { subscription } = await buy(server, owner.token, { bot_plan_id: owner.botPlan('ema_strategy').id })
  expect((await server.call(updateConfiguration, { id: subscription.id, capital_amount: 5 }, other.token)).status).toBe(
    404,
  )
})
