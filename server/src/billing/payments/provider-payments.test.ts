// The checkout with a real provider, its signed webhooks and the poller: what grants, once, and what does not.
import { DAY_MS } from '@trading-bot/core/time'
import {
  createOrder,
  listPayments,
  paymentFailure,
  paymentSuccess,
  simulatedSuccess,
} from '@trading-bot/contract/rest/billing/payments'
import {
  cancelSubscription,
  readMySubscription,
  toggleAutoRenew,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { isHexMac } from '../../platform/providers/razorpay.ts'
import { ledgerSum, signUpBuyer } from '../../testing/test-plans.ts'
import { bankForFile } from '../../testing/test-bank.ts'
import { delivery } from '../../testing/fakes/fake-razorpay.ts'
import { applyEvents } from './webhooks/apply-events.ts'
import { logsOf, relog } from '../../testing/test-accounts.ts'
import { renewSubscriptions } from './captures/renew-subscriptions.ts'
import { pollOrders } from './orders/poll-orders.ts'

const { server, bank, order, pay, paidOrder, status, deliver } = bankForFile()

test('signatures equal the published test vectors', () => {
  const payment = '5afe0051b02842fdc4a50d700c3945562c984739c17ac33f49a7333e839f7ffa'
  expect(isHexMac('secret123', 'order_ABC|pay_XYZ', payment)).toBe(true)
  expect(isHexMac('secret123', 'order_ABC|pay_XYy', payment)).toBe(false)
  const webhook = '4673dd707ef4c41b987cb7fefe1583142dc702388c93145b7814b9ad3d3c183e'
  expect(isHexMac('whsec', '{"event":"payment.captured"}', webhook)).toBe(true)
  expect(isHexMac('whsec', '{"event":"payment.captured"} ', webhook)).toBe(false)
  for (const odd of ['', 'abc', `${webhook}00`, 'z'.repeat(64)]) expect(isHexMac('whsec', '', odd)).toBe(false)
})

test('PY-03 CALL POST /subscriptions/payment/success/ grants when the signature is valid and the provider reports a capture', async () => {
  const { token, order: made } = await order()
  expect(made).toMatchObject({ is_simulated: false, key_id: bank.settings.keyId, amount: 99_900 })
  const { reply } = await pay(made, token)
  const message = 'Payment successful! Your subscription is now active.'
  expect(reply.body).toMatchObject({ message, status: 'success' })
  expect(await status(token)).toBe('active')
})

test('a forged signature, another order, an only authorised payment or another amount grants nothing', async () => {
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

test('a real order cannot be paid with the simulated call', async () => {
  const { token, order: made } = await order()
  expect((await server.call(simulatedSuccess, { payment_id: made.payment_id }, token)).body).toMatchObject({
    code: 'NOT_SIMULATED',
  })
  expect(await status(token)).toBe('pending')
})

test('a price change after the order does not change the order', async () => {
  const { token, order: made, botPlan } = await order()
  const plan = botPlan('ema_strategy')
  await server.db.updateTable('bot_plans').set({ price_paise: 500_000 }).where('id', '=', plan.id).execute()
  await pay(made, token)
  await server.db.updateTable('bot_plans').set({ price_paise: 99_900 }).where('id', '=', plan.id).execute()
  const { body } = await server.call(readMySubscription, {}, token)
  expect(body).toMatchObject({ status: 'active', amount_paid: 999, unused_value: 999 })
})

test('an upgrade returns the order to pay and takes effect when it is paid', async () => {
  const { token, botPlan } = await paidOrder()
  const { body } = await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  expect(body.order).toMatchObject({ amount: 100_000, is_simulated: false })
  expect(body.subscription.bot_plan?.name).toBe('EMA Monthly')
  await pay(body.order!, token)
  expect((await server.call(readMySubscription, {}, token)).body.bot_plan?.name).toBe('Momentum Monthly')
})

test('of two upgrade orders only the newer counts; the older is refunded if it is paid', async () => {
  const { token, botPlan } = await paidOrder()
  const upgrade = async (type: string) =>
    (await server.call(upgradeSubscription, { bot_plan_id: botPlan(type).id }, token)).body.order
  const [older, newer] = [await upgrade('momentum_strategy'), await upgrade('multiple_stokes_strategy')]
  expect((await pay(older!, token)).reply.body).toMatchObject({ code: 'PAYMENT_REPLACED' })
  expect((await pay(newer!, token)).reply.status).toBe(200)
  expect((await server.call(readMySubscription, {}, token)).body.bot_plan?.bot_type).toBe('multiple_stokes_strategy')
})

test('while the provider is slow with an order, the same user’s other calls continue, and tabs share one order', async () => {
  const buyer = await signUpBuyer(server)
  const choice = { bot_plan_id: buyer.botPlan('ema_strategy').id }
  let open: () => void = () => undefined
  bank.state.orderGate = new Promise<void>((resolve) => {
    open = resolve
  })
  const before = bank.orders.size
  const tabs = Promise.all([1, 2, 3].map(() => server.call(createOrder, choice, buyer.token)))
  const recorded = server.db.selectFrom('payments').selectAll().where('user_id', '=', buyer.user.id)
  await vi.waitFor(async () => expect(await recorded.execute()).toHaveLength(1), { interval: 5 })
  // The billing lock is free while the order is placed: another request gets it without waiting.
  const takeTurn = sql`select id from users where id = ${buyer.user.id} for no key update nowait`
  await vi.waitFor(() => server.db.transaction().execute((tx) => takeTurn.execute(tx)), { interval: 5 })
  open()
  const replies = await tabs
  expect(new Set(replies.map(({ body }) => body.data?.order_id ?? body)).size).toBe(1)
  expect(bank.orders.size).toBeGreaterThan(before)
})

test('an order that the provider never answered blocks nothing: the next call reuses its row', async () => {
  const buyer = await signUpBuyer(server)
  const choice = { bot_plan_id: buyer.botPlan('ema_strategy').id }
  bank.state.isDown = true
  const refused = await server.call(createOrder, choice, buyer.token)
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'PAYMENT_PROVIDER_DOWN' }])
  expect((await server.call(listPayments, {}, buyer.token)).body).toEqual([])
  bank.state.isDown = false
  const { data } = (await server.call(createOrder, choice, buyer.token)).body
  const rows = await server.db.selectFrom('payments').selectAll().where('user_id', '=', buyer.user.id).execute()
  expect(rows.map(({ id, order_id }) => [id, order_id])).toEqual([[data.payment_id, data.order_id]])
})

const applyAll = () => applyEvents(server.deps)

test('a webhook grants without the browser, even after a reported failure, and fifty copies grant once', async () => {
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

test('a webhook with a wrong signature, no id or changed bytes is refused and stores nothing', async () => {
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

test('the events of one purchase lead to one active subscription in every order of arrival', async () => {
  const permutations = <T>(items: T[]): T[][] =>
    items.length <= 1
      ? [items]
      : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
  const { token, botPlan } = await signUpBuyer(server)
  for (const sequence of permutations([0, 1, 2, 3])) {
    const { data: made } = (await server.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)).body
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
    await server.call(cancelSubscription, {}, token)
  }
})

test('an event that cannot be applied is kept for a retry and does not block the others', async () => {
  const [first, second, third] = [await order(), await order(), await order()]
  const { payment } = await pay(first.order, first.token)
  // One payment cannot pay two orders, but the second event claims so.
  const stuck = delivery('payment.captured', { payment: { entity: { ...payment, order_id: second.order.order_id } } })
  await deliver(stuck)
  await deliver(delivery('payment.captured', { payment: { entity: bank.pay(third.order.order_id).payment } }))
  await expect(applyAll()).rejects.toThrow(/^1 payment events could not be applied yet: .*provider_payment_id/)
  expect([await status(second.token), await status(third.token)]).toEqual(['pending', 'active'])
  const open = server.db.selectFrom('payment_events').select('event_id').where('applied_at', 'is', null)
  expect(await open.execute()).toEqual([{ event_id: stuck.headers['x-razorpay-event-id'] }])
  await server.db.deleteFrom('payment_events').where('applied_at', 'is', null).execute()
})

test('twenty callbacks, the webhook and two pollers at the same moment apply a payment once', async () => {
  const { token, order: made, user } = await order()
  const { payment, callback } = bank.pay(made.order_id)
  await deliver(delivery('order.paid', { payment: { entity: payment } }))
  server.moveTime(61_000)
  const input = { payment_id: made.payment_id, ...callback }
  const [replies] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => server.call(paymentSuccess, input, token))),
    applyAll(),
    pollOrders(server.deps),
    pollOrders(server.deps),
  ])
  expect(replies.filter(({ status: code }) => code !== 200)).toEqual([])
  const { body } = await server.call(readMySubscription, {}, token)
  expect(body).toMatchObject({ status: 'active', amount_paid: 999 })
  for (const [table, rows] of [
    ['payments', 1],
    ['subscriptions', 1],
    ['ledger_entries', 2],
  ] as const)
    expect(await server.db.selectFrom(table).selectAll().where('user_id', '=', user.id).execute()).toHaveLength(rows)
})

test('the poller finds a payment whose callback and webhook were lost, even after a reported failure', async () => {
  const { token, order: made } = await order()
  await server.call(paymentFailure, { payment_id: made.payment_id }, token)
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

test('a payment that the provider cannot confirm yet is not called unpaid, and counts once it can', async () => {
  const { token, order: made } = await order()
  bank.state.isDown = true
  const { reply } = await pay(made, token)
  expect([reply.status, reply.body]).toMatchObject([503, { code: 'PAYMENT_UNKNOWN' }])
  bank.state.isDown = false
  server.moveTime(61_000)
  await pollOrders(server.deps)
  expect(await status(token)).toBe('active')
})

test('with auto-renew on, the reminder prepares an order to pay; no money moves by itself', async () => {
  const { token } = await paidOrder()
  await server.call(toggleAutoRenew, { auto_renew: true }, token)
  server.moveTime(29 * DAY_MS)
  await renewSubscriptions(server.deps)
  await renewSubscriptions(server.deps)
  const payments = (await server.call(listPayments, {}, await relog(server, token))).body
  expect(payments.map(({ purpose, status: state }) => [purpose, state])).toEqual([
    ['renewal', 'pending'],
    ['purchase', 'success'],
  ])
})

test('an order is polled for four days, not for ever', async () => {
  const { order: made } = await order()
  server.moveTime(4 * DAY_MS)
  bank.pay(made.order_id)
  await pollOrders(server.deps)
  const row = server.db.selectFrom('payments').select('effect').where('id', '=', made.payment_id)
  expect(await row.executeTakeFirstOrThrow()).toEqual({ effect: null })
})

test('the poller reports a capture of another amount once and continues to look for the right one', async () => {
  const { token, order: made, user } = await order()
  bank.pay(made.order_id, { amount: 100 })
  bank.pay(made.order_id, { currency: 'USD' })
  for (let minute = 0; minute < 3; minute++) {
    server.moveTime(61_000)
    await pollOrders(server.deps)
  }
  expect(await status(token)).toBe('pending')
  const critical = (await logsOf(server, user.id)).filter(({ level }) => level === 'CRITICAL')
  const [held] = critical.map(({ details }) => details)
  expect(critical).toHaveLength(2)
  expect(held).toMatchObject({ amount_paise: '100', expected_paise: '99900' })
  bank.pay(made.order_id)
  server.moveTime(61_000)
  await pollOrders(server.deps)
  expect(await status(token)).toBe('active')
})
