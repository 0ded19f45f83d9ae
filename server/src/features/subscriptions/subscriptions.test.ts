import {
  createOrder,
  listPayments,
  paymentFailure,
  readPayment,
  readPaymentStatus,
  refundPayment,
  simulatedSuccess,
} from '@trading-bot/contract/rest/payments'
import {
  listBotPlans,
  listPlans,
  listSymbols,
  readBotPlan,
  readPlan,
  readUserBotSettings,
} from '@trading-bot/contract/rest/plans'
import {
  cancelSubscription,
  createSubscription,
  downgradeSubscription,
  readMySubscription,
  readUsage,
  toggleAutoRenew,
  updateConfiguration,
  upgradeSubscription,
} from '@trading-bot/contract/rest/subscriptions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, ledgerSum, signUpBuyer } from '../../testing/test-plans.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const DAY_MS = 86_400_000
const daysBetween = (from: string | null, to: string | null) => (Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY_MS

test('CALL GET /subscriptions/plans/ and CALL GET /subscriptions/plans/{id}/ tell the regular plans', async () => {
  const { token } = await signUpBuyer(server)
  const { body } = await server.call(listPlans, {}, token)
  expect(body.map(({ name, price }) => [name, price])).toEqual([
    ['Starter', 499],
    ['Trader', 1199],
    ['Professional', 2499],
  ])
  const one = await server.call(readPlan, { id: body[0]?.id ?? '' }, token)
  expect(one.body).toEqual(body[0])
})

test('EN-06 CALL GET /subscriptions/bot-plans/ and CALL GET /subscriptions/bot-plans/{id}/ have every field, cheapest first', async () => {
  const { token } = await signUpBuyer(server)
  const { body } = await server.call(listBotPlans, {}, token)
  expect(body.map(({ price }) => price)).toEqual(body.map(({ price }) => price).sort((a, b) => a - b))
  expect(body[0]).toMatchObject({
    bot_type: 'ema_strategy',
    bot_type_display: 'EMA Strategy',
    billing_cycle_display: 'Monthly',
  })
  expect((await server.call(readBotPlan, { id: body[0]?.id ?? '' }, token)).body).toEqual(body[0])
})

test('CALL GET /subscriptions/symbols/ lists the NIFTY 50 with their tokens', async () => {
  const { token } = await signUpBuyer(server)
  const { body } = await server.call(listSymbols, {}, token)
  expect(body).toHaveLength(50)
  expect(body.find(({ symbol }) => symbol === 'SBIN-EQ')).toMatchObject({ token: '3045', is_active: true })
})

test("SF-11 CALL GET /admin/bot-config/user/{bot_type}/ is the administrator's configuration", async () => {
  const { token } = await signUpBuyer(server)
  const { body } = await server.call(readUserBotSettings, { bot_type: 'ema_strategy' }, token)
  expect(body).toMatchObject({
    symbol: 'SBIN-EQ',
    stop_loss_percentage: 2,
    target_profit_percentage: 5,
    max_orders_per_day: 5,
  })
})

test('CALL POST /subscriptions/create/ makes a pending subscription; only a payment makes it active', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const made = await server.call(
    createSubscription,
    { bot_plan_id: botPlan('ema_strategy').id, capital_amount: 50_000 },
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

test('CALL POST /subscriptions/payment/create-order/ returns the same open order until the wish changes', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const choice = { bot_plan_id: botPlan('ema_strategy').id }
  const first = (await server.call(createOrder, choice, token)).body.data
  expect(first).toMatchObject({ amount: 99_900, currency: 'INR', is_simulated: true })
  expect((await server.call(createOrder, choice, token)).body.data).toEqual(first)
  const other = (await server.call(createOrder, { ...choice, billing_cycle: 'quarterly' }, token)).body.data
  expect(other).toMatchObject({ amount: 299_700 })
  expect(other.order_id).not.toBe(first.order_id)
})

test('CALL POST /subscriptions/payment/simulated-success/ grants once, however often it is called', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const choice = { bot_plan_id: botPlan('rsi_strategy').id }
  const { data: order } = (await server.call(createOrder, choice, token)).body
  const before = await ledgerSum(server)
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => server.call(simulatedSuccess, { payment_id: order.payment_id }, token)),
  )
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  expect(replies[0]?.body.message).toBe('Payment successful! Your subscription is now active.')
  const after = await ledgerSum(server)
  expect((after['cash'] ?? 0n) - (before['cash'] ?? 0n)).toBe(129_900n)
  expect(Object.values(after).reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
  expect((await server.call(readMySubscription, {}, token)).body.amount_paid).toBe(1299)
})

test("another user's payment is as unknown as none", async () => {
  const buyer = await signUpBuyer(server)
  const thief = await signUpBuyer(server)
  const { data: order } = (
    await server.call(createOrder, { bot_plan_id: buyer.botPlan('ema_strategy').id }, buyer.token)
  ).body
  const id = order.payment_id
  expect((await server.call(simulatedSuccess, { payment_id: id }, thief.token)).status).toBe(404)
  expect((await server.call(readPayment, { id }, thief.token)).status).toBe(404)
  expect((await server.call(readPaymentStatus, { id }, thief.token)).status).toBe(404)
  expect((await server.call(paymentFailure, { payment_id: id }, thief.token)).status).toBe(404)
})

test('an order that was replaced by another is paid back in full, and the user is told', async () => {
  const { token, botPlan, user } = await signUpBuyer(server)
  const old = (await server.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)).body.data
  await buy(server, token, { bot_plan_id: botPlan('rsi_strategy').id })
  const late = await server.call(simulatedSuccess, { payment_id: old.payment_id }, token)
  expect(late.body).toMatchObject({ code: 'PAYMENT_REPLACED' })
  const refund = await server.db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', old.payment_id)
    .executeTakeFirstOrThrow()
  expect(refund.amount_paise).toBe('99900')
  expect((await server.call(readMySubscription, {}, token)).body.bot_plan?.name).toBe('RSI Monthly')
  const mails = await server.db.selectFrom('mails').select('subject').where('recipient', '=', user.email).execute()
  expect(mails.map(({ subject }) => subject)).toContain('Payment returned: EMA Monthly')
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
  const fresh = await relog(token)
  const renewed = await buy(server, fresh, choice)
  expect(daysBetween(subscription.end_date, renewed.subscription.end_date)).toBe(30)
  expect(renewed.subscription.start_date).toBe(subscription.start_date)
})

/** Sessions outlive the moved clock only through a new log-in. */
async function relog(token: string): Promise<string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  const { username } = await server.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', claims.sub)
    .executeTakeFirstOrThrow()
  const body = JSON.stringify({ username, password: 'Abcdefg1' })
  const reply = await server.raw('POST', '/api/auth/login/', { body })
  return (reply.body as { access: string }).access
}

test('CALL PUT /subscriptions/upgrade/ charges the difference and starts a full period now', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  server.moveTime(10 * DAY_MS)
  const fresh = await relog(token)
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
  const fresh = await relog(token)
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

test('CALL PUT /subscriptions/cancel/ ends it at once and sets the unused value aside', async () => {
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

test('CALL PUT /subscriptions/toggle-auto-renew/ flips, or takes the given value', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  expect((await server.call(toggleAutoRenew, {}, token)).body.auto_renew).toBe(true)
  expect((await server.call(toggleAutoRenew, {}, token)).body.auto_renew).toBe(false)
  expect((await server.call(toggleAutoRenew, { auto_renew: true }, token)).body.auto_renew).toBe(true)
})

test('CALL GET /subscriptions/usage/ tells how much of the period is used', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  expect((await server.call(readUsage, {}, token)).body).toMatchObject({
    days_total: 30,
    days_used: 0,
    days_left: 30,
    max_orders_per_day: 10,
  })
})

test('SB-09 CALL PUT /subscriptions/{id}/config/ takes capital and refuses what is the admin’s', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const { subscription } = await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
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

test("nobody configures another's subscription", async () => {
  const owner = await signUpBuyer(server)
  const other = await signUpBuyer(server)
  const { subscription } = await buy(server, owner.token, { bot_plan_id: owner.botPlan('ema_strategy').id })
  expect((await server.call(updateConfiguration, { id: subscription.id, capital_amount: 5 }, other.token)).status).toBe(
    404,
  )
})

test('CALL GET /subscriptions/payments/, CALL GET /subscriptions/payment/{id}/ and CALL GET /subscriptions/payment/{id}/status/ tell what was paid', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const { order } = await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  const [payment] = (await server.call(listPayments, {}, token)).body
  expect(payment).toMatchObject({
    id: order.payment_id,
    amount: 999,
    status: 'success',
    purpose: 'purchase',
    is_simulated: true,
  })
  expect((await server.call(readPayment, { id: order.payment_id }, token)).body).toEqual(payment)
  expect((await server.call(readPaymentStatus, { id: order.payment_id }, token)).body.status).toBe('success')
})

test('PY-06 CALL POST /subscriptions/payment/failure/ only notes: a later payment still grants', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const { data: order } = (await server.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)).body
  const failed = await server.call(paymentFailure, { payment_id: order.payment_id, error: 'closed' }, token)
  expect(failed.body.status).toBe('failed')
  expect((await server.call(simulatedSuccess, { payment_id: order.payment_id }, token)).status).toBe(200)
  const noted = await server.call(paymentFailure, { payment_id: order.payment_id }, token)
  expect(noted.body.status).toBe('success')
})

test('CALL POST /subscriptions/payment/{id}/refund/ gives the unused value back, once, and ends the time it paid for', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const admin = await signUpAdmin(server)
  const { order } = await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  const id = order.payment_id
  expect((await server.call(refundPayment, { id }, token)).status).toBe(403)
  server.moveTime(15 * DAY_MS)
  const desk = await relog(admin.access)
  const tooMuch = await server.call(refundPayment, { id, amount: 999 }, desk)
  expect(tooMuch.body).toMatchObject({ message: 'At most ₹499.50 is unused. Type a reason to refund more.' })
  const refunded = await server.call(refundPayment, { id }, desk)
  expect(refunded.body.message).toBe('A refund of ₹499.50 was requested.')
  expect((await server.call(refundPayment, { id }, desk)).body).toMatchObject({ code: 'NOT_REFUNDABLE' })
  expect((await server.call(readMySubscription, {}, await relog(token))).body).toMatchObject({
    status: 'cancelled',
    payment_status: 'refunded',
  })
})

test('without a provider an order says so', async () => {
  const bare = await startTestServer({}, { payments: undefined })
  const { token, botPlan } = await signUpBuyer(bare)
  const { body } = await bare.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)
  expect(body).toMatchObject({ error: 'Razorpay credentials not configured. Please contact support.' })
  await bare.stop()
})
