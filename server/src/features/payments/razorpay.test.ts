import { logIn } from '@trading-bot/contract/rest/auth'
import {
  createOrder,
  listPayments,
  paymentFailure,
  paymentSuccess,
  readPaymentStatus,
  simulatedSuccess,
} from '@trading-bot/contract/rest/payments'
import { readMySubscription, toggleAutoRenew, upgradeSubscription } from '@trading-bot/contract/rest/subscriptions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHexMac, razorpay } from '../../providers/razorpay.ts'
import { delivery, type FakeRazorpay, startFakeRazorpay } from '../../testing/fake-razorpay.ts'
import { ledgerSum, signUpBuyer } from '../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { applyEvents } from './apply-events.ts'
import { pollOrders } from './poll-orders.ts'
import { renewSubscriptions } from './renew-subscriptions.ts'
import { sendRefund } from './settle-refund.ts'

let server: TestServer
let bank: FakeRazorpay
beforeAll(async () => {
  bank = await startFakeRazorpay()
  server = await startTestServer({ payments: bank.settings }, { payments: razorpay(bank.settings) })
})
beforeEach(() => {
  bank.state.isDown = false
  bank.state.refundStatus = 'processed'
})
afterAll(async () => {
  await server.stop()
  await bank.stop()
})

async function order(type = 'ema_strategy') {
  const buyer = await signUpBuyer(server)
  const { data } = (await server.call(createOrder, { bot_plan_id: buyer.botPlan(type).id }, buyer.token)).body
  return { ...buyer, order: data }
}
const status = async (token: string) => (await server.call(readMySubscription, {}, token)).body.status
const deliver = (made: ReturnType<typeof delivery>) => server.raw('POST', '/api/payments/razorpay/webhook/', made)
const applyAll = () => applyEvents(server.deps)

test('signatures equal the published vectors', () => {
  const payment = '5afe0051b02842fdc4a50d700c3945562c984739c17ac33f49a7333e839f7ffa'
  expect(isHexMac('secret123', 'order_ABC|pay_XYZ', payment)).toBe(true)
  expect(isHexMac('secret123', 'order_ABC|pay_XYy', payment)).toBe(false)
  const webhook = '4673dd707ef4c41b987cb7fefe1583142dc702388c93145b7814b9ad3d3c183e'
  expect(isHexMac('whsec', '{"event":"payment.captured"}', webhook)).toBe(true)
  expect(isHexMac('whsec', '{"event":"payment.captured"} ', webhook)).toBe(false)
  for (const odd of ['', 'abc', `${webhook}00`, 'z'.repeat(64)]) expect(isHexMac('whsec', '', odd)).toBe(false)
})

test('PY-03 CALL POST /subscriptions/payment/success/ grants when the signature holds and the provider says captured', async () => {
  const { token, order: made } = await order()
  expect(made).toMatchObject({ is_simulated: false, key_id: bank.settings.keyId, amount: 99_900 })
  const { callback } = bank.pay(made.order_id)
  const reply = await server.call(paymentSuccess, { payment_id: made.payment_id, ...callback }, token)
  expect(reply.body).toMatchObject({
    message: 'Payment successful! Your subscription is now active.',
    status: 'success',
  })
  expect(await status(token)).toBe('active')
})

test('a forged signature, another order, a payment that is only authorised, or another amount grants nothing', async () => {
  const { token, order: made } = await order()
  const other = await order()
  const whole = bank.pay(made.order_id)
  const good = bank.pay(made.order_id, { status: 'authorized' })
  const short = bank.pay(made.order_id, { amount: 100 })
  const foreign = bank.pay(made.order_id, { currency: 'USD' })
  const theirs = bank.pay(other.order.order_id)
  const tries = [
    { ...whole.callback, razorpay_signature: 'f'.repeat(64) },
    { ...whole.callback, razorpay_signature: theirs.callback.razorpay_signature },
    good.callback,
    short.callback,
    foreign.callback,
    theirs.callback,
    { ...theirs.callback, razorpay_order_id: made.order_id },
  ]
  for (const callback of tries) {
    const reply = await server.call(paymentSuccess, { payment_id: made.payment_id, ...callback }, token)
    expect(reply.body).toMatchObject({ error: 'Payment verification failed' })
  }
  expect(await status(token)).toBe('pending')
})

test('a real order is not paid by the simulated call', async () => {
  const { token, order: made } = await order()
  expect((await server.call(simulatedSuccess, { payment_id: made.payment_id }, token)).body).toMatchObject({
    code: 'NOT_SIMULATED',
  })
  expect(await status(token)).toBe('pending')
})

test('a webhook grants without the browser, also after a reported failure, fifty copies of it once', async () => {
  const { token, order: made } = await order()
  await server.call(paymentFailure, { payment_id: made.payment_id }, token)
  const { payment } = bank.pay(made.order_id)
  const before = await ledgerSum(server)
  const event = delivery('payment.captured', { payment: { entity: payment } })
  const replies = await Promise.all(Array.from({ length: 50 }, () => deliver(event)))
  expect(replies.every(({ status: code }) => code === 200)).toBe(true)
  await applyAll()
  expect(await status(token)).toBe('active')
  const after = await ledgerSum(server)
  expect((after['cash'] ?? 0n) - (before['cash'] ?? 0n)).toBe(99_900n)
})

test('a webhook with a wrong signature, no id, or changed bytes is refused and stores nothing', async () => {
  const { order: made } = await order()
  const { payment } = bank.pay(made.order_id)
  const good = delivery('payment.captured', { payment: { entity: payment } })
  const bad = [
    delivery('payment.captured', { payment: { entity: payment } }, 'another-secret'),
    { ...good, headers: { ...good.headers, 'x-razorpay-event-id': '' } },
    { ...good, body: `${good.body} ` },
    { ...good, body: '' },
  ]
  const count = async () => (await server.db.selectFrom('payment_events').select('event_id').execute()).length
  const before = await count()
  for (const each of bad) expect((await deliver(each)).status).toBe(400)
  expect(await count()).toBe(before)
})

test('every order of arrival of the events of one purchase ends in one active subscription', async () => {
  const permutations = <T>(items: T[]): T[][] =>
    items.length <= 1
      ? [items]
      : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
  for (const sequence of permutations([0, 1, 2, 3])) {
    const { token, order: made } = await order()
    const { payment } = bank.pay(made.order_id)
    const events = [
      delivery('payment.authorized', { payment: { entity: { ...payment, status: 'authorized' } } }),
      delivery('payment.failed', { payment: { entity: { ...payment, id: `${payment.id}x`, status: 'failed' } } }),
      delivery('payment.captured', { payment: { entity: payment } }),
      delivery('order.paid', { payment: { entity: payment }, order: { entity: { id: made.order_id } } }),
    ]
    for (const at of sequence) {
      const event = events[at]
      if (event) await deliver(event)
      await applyAll()
    }
    const { body } = await server.call(readMySubscription, {}, token)
    expect([sequence, body.status, body.amount_paid]).toEqual([sequence, 'active', 999])
  }
})

test('callback, webhook and poller at the same moment are one effect', async () => {
  const { token, order: made } = await order()
  const { payment, callback } = bank.pay(made.order_id)
  await deliver(delivery('order.paid', { payment: { entity: payment } }))
  server.moveTime(61_000)
  await Promise.all([
    server.call(paymentSuccess, { payment_id: made.payment_id, ...callback }, token),
    applyAll(),
    pollOrders(server.deps),
    pollOrders(server.deps),
  ])
  const { body } = await server.call(readMySubscription, {}, token)
  expect(body).toMatchObject({ status: 'active', amount_paid: 999 })
})

test('the poller finds a payment whose callback and webhook were lost, also after a reported failure', async () => {
  const { token, order: made } = await order()
  await server.raw('POST', '/api/subscriptions/payment/failure/', {
    token,
    body: JSON.stringify({ payment_id: made.payment_id }),
  })
  bank.pay(made.order_id, { status: 'authorized' })
  server.moveTime(61_000)
  await pollOrders(server.deps)
  expect(await status(token)).toBe('pending')
  bank.pay(made.order_id)
  server.moveTime(61_000)
  bank.state.isDown = true
  await pollOrders(server.deps)
  expect(await status(token)).toBe('pending')
  bank.state.isDown = false
  server.moveTime(61_000)
  await pollOrders(server.deps)
  expect(await status(token)).toBe('active')
})

test('a price changed after the order does not change the order', async () => {
  const { token, order: made, botPlan } = await order()
  const plan = botPlan('ema_strategy')
  await server.db.updateTable('bot_plans').set({ price_paise: 500_000 }).where('id', '=', plan.id).execute()
  const { callback } = bank.pay(made.order_id)
  await server.call(paymentSuccess, { payment_id: made.payment_id, ...callback }, token)
  await server.db.updateTable('bot_plans').set({ price_paise: 99_900 }).where('id', '=', plan.id).execute()
  const { body } = await server.call(readMySubscription, {}, token)
  expect(body).toMatchObject({ status: 'active', amount_paid: 999, unused_value: 999 })
})

test('an upgrade returns the order to pay and takes effect when it is paid', async () => {
  const { token, order: made, botPlan } = await order()
  await server.call(paymentSuccess, { payment_id: made.payment_id, ...bank.pay(made.order_id).callback }, token)
  const { body } = await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  expect(body.order).toMatchObject({ amount: 100_000, is_simulated: false })
  expect(body.subscription.bot_plan?.name).toBe('EMA Monthly')
  const paid = bank.pay(body.order?.order_id ?? '')
  await server.call(paymentSuccess, { payment_id: body.order?.payment_id ?? '', ...paid.callback }, token)
  expect((await server.call(readMySubscription, {}, token)).body.bot_plan?.name).toBe('Momentum Monthly')
})

test('a capture that can no longer be fulfilled is refunded in full, once, however often the job runs', async () => {
  const { token, order: first, botPlan } = await order()
  const { data: second } = (await server.call(createOrder, { bot_plan_id: botPlan('rsi_strategy').id }, token)).body
  await server.call(paymentSuccess, { payment_id: second.payment_id, ...bank.pay(second.order_id).callback }, token)
  const late = bank.pay(first.order_id)
  await deliver(delivery('payment.captured', { payment: { entity: late.payment } }))
  await applyAll()
  const refund = await server.db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', first.payment_id)
    .executeTakeFirstOrThrow()
  bank.state.isDown = true
  await expect(sendRefund(server.deps, refund.id)).rejects.toThrow('no answer')
  bank.state.isDown = false
  await Promise.all([sendRefund(server.deps, refund.id), sendRefund(server.deps, refund.id)])
  expect([...bank.refunds.values()].filter(({ payment_id }) => payment_id === late.payment.id)).toHaveLength(1)
  expect((await server.call(readPaymentStatus, { id: first.payment_id }, token)).body.status).toBe('refunded')
  const sums = await ledgerSum(server)
  expect(Object.values(sums).reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
})

test('a provider that does not answer is a sentence, and nothing is left half done', async () => {
  const buyer = await signUpBuyer(server)
  bank.state.isDown = true
  const reply = await server.call(createOrder, { bot_plan_id: buyer.botPlan('ema_strategy').id }, buyer.token)
  expect(reply.status).toBe(503)
  expect(reply.body).toMatchObject({ code: 'PAYMENT_PROVIDER_DOWN' })
})

test('of two upgrade orders only the newer counts; the older is refunded when it is paid', async () => {
  const { token, order: made, botPlan } = await order()
  await server.call(paymentSuccess, { payment_id: made.payment_id, ...bank.pay(made.order_id).callback }, token)
  const upgrade = async (type: string) =>
    (await server.call(upgradeSubscription, { bot_plan_id: botPlan(type).id }, token)).body.order
  const [older, newer] = [await upgrade('momentum_strategy'), await upgrade('multiple_stokes_strategy')]
  const pay = async (each: typeof older) => {
    const { callback } = bank.pay(each?.order_id ?? '')
    return server.call(paymentSuccess, { payment_id: each?.payment_id ?? '', ...callback }, token)
  }
  expect((await pay(older)).body).toMatchObject({ code: 'PAYMENT_REPLACED' })
  expect((await pay(newer)).status).toBe(200)
  expect((await server.call(readMySubscription, {}, token)).body.bot_plan?.bot_type).toBe('multiple_stokes_strategy')
})

test('a webhook whose amount differs grants nothing and calls for a person', async () => {
  const { token, order: made, user } = await order()
  const { payment } = bank.pay(made.order_id, { amount: 100 })
  await deliver(delivery('payment.captured', { payment: { entity: payment } }))
  await applyAll()
  expect(await status(token)).toBe('pending')
  const logs = await server.db.selectFrom('system_logs').select('level').where('user_id', '=', user.id).execute()
  expect(logs.map(({ level }) => level)).toContain('CRITICAL')
})

test('an event that cannot be applied is kept for another try and does not hold up the others', async () => {
  const [first, second, third] = [await order(), await order(), await order()]
  const { payment, callback } = bank.pay(first.order.order_id)
  await server.call(paymentSuccess, { payment_id: first.order.payment_id, ...callback }, first.token)
  // One payment cannot pay two orders: the second says it does.
  const stuck = delivery('payment.captured', { payment: { entity: { ...payment, order_id: second.order.order_id } } })
  await deliver(stuck)
  await deliver(delivery('payment.captured', { payment: { entity: bank.pay(third.order.order_id).payment } }))
  await expect(applyAll()).rejects.toThrow(/^1 payment events could not be applied yet: .*provider_payment_id/)
  expect([await status(second.token), await status(third.token)]).toEqual(['pending', 'active'])
  const open = server.db.selectFrom('payment_events').select('event_id').where('applied_at', 'is', null)
  expect(await open.execute()).toEqual([{ event_id: stuck.headers['x-razorpay-event-id'] }])
  await server.db.deleteFrom('payment_events').where('applied_at', 'is', null).execute()
})

/** An order that was replaced, paid all the same, and waits for its refund. */
async function returned() {
  const { token, order: first, botPlan } = await order()
  const { data: second } = (await server.call(createOrder, { bot_plan_id: botPlan('rsi_strategy').id }, token)).body
  await server.call(paymentSuccess, { payment_id: second.payment_id, ...bank.pay(second.order_id).callback }, token)
  const { payment, callback } = bank.pay(first.order_id)
  await server.call(paymentSuccess, { payment_id: first.payment_id, ...callback }, token)
  const refund = server.db.selectFrom('refunds').selectAll().where('payment_id', '=', first.payment_id)
  const shown = async () => (await server.call(readPaymentStatus, { id: first.payment_id }, token)).body.status
  return { refund, shown, payment }
}

test("the provider's word on a refund may be quicker than its answer", async () => {
  const { refund, shown, payment } = await returned()
  const entity = { id: `rfnd_${payment.id}`, status: 'processed', payment_id: payment.id, amount: payment.amount }
  for (const foreign of [{ amount: 1 }, { payment_id: 'pay_other' }]) {
    await deliver(delivery('refund.processed', { refund: { entity: { ...entity, ...foreign } } }))
  }
  await applyAll()
  expect(await shown()).toBe('success')
  await deliver(delivery('refund.processed', { refund: { entity } }))
  await applyAll()
  expect(await shown()).toBe('refunded')
  const { id, provider_refund_id } = await refund.executeTakeFirstOrThrow()
  expect(provider_refund_id).toBe(entity.id)
  const known = bank.refunds.size
  await sendRefund(server.deps, id)
  expect(bank.refunds.size).toBe(known)
})

test("a refund is final on the provider's word, which may come later", async () => {
  const { refund, shown } = await returned()
  bank.state.refundStatus = 'pending'
  await sendRefund(server.deps, (await refund.executeTakeFirstOrThrow()).id)
  expect(await shown()).toBe('success')
  const { provider_refund_id: id } = await refund.executeTakeFirstOrThrow()
  await deliver(delivery('refund.processed', { refund: { entity: { id, status: 'processed' } } }))
  await applyAll()
  expect(await shown()).toBe('refunded')
})

test('with renewal on, the reminder leaves an order to pay; no money moves by itself', async () => {
  const { token, order: made, user } = await order()
  await server.call(paymentSuccess, { payment_id: made.payment_id, ...bank.pay(made.order_id).callback }, token)
  await server.call(toggleAutoRenew, { auto_renew: true }, token)
  server.moveTime(29 * 86_400_000)
  await renewSubscriptions(server.deps)
  await renewSubscriptions(server.deps)
  const fresh = (await server.call(logIn, { username: user.username, password: 'Abcdefg1' })).body.access
  const payments = (await server.call(listPayments, {}, fresh)).body
  expect(payments.map(({ purpose, status: state }) => [purpose, state])).toEqual([
    ['renewal', 'pending'],
    ['purchase', 'success'],
  ])
})

test('an order is asked about for four days, not for ever', async () => {
  const { order: made } = await order()
  server.moveTime(4 * 86_400_000)
  bank.pay(made.order_id)
  await pollOrders(server.deps)
  const row = server.db.selectFrom('payments').select('effect').where('id', '=', made.payment_id)
  expect(await row.executeTakeFirstOrThrow()).toEqual({ effect: null })
})

test('a second payment captured for one order grants nothing more and is reported for a refund', async () => {
  const { token, order: made, user } = await order()
  await server.call(paymentSuccess, { payment_id: made.payment_id, ...bank.pay(made.order_id).callback }, token)
  const second = bank.pay(made.order_id)
  await deliver(delivery('payment.captured', { payment: { entity: second.payment } }))
  await applyAll()
  expect((await server.call(readMySubscription, {}, token)).body.amount_paid).toBe(999)
  const logs = await server.db
    .selectFrom('system_logs')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('level', '=', 'CRITICAL')
    .execute()
  expect(logs.map(({ details }) => details)).toMatchObject([{ provider_payment_id: second.payment.id }])
})
