// What is found without the browser: by the poller, and renewals that wait to be paid.
import { listPayments, paymentFailure, paymentSuccess } from '@trading-bot/contract/rest/billing/payments'
import { readMySubscription, toggleAutoRenew } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { delivery } from '../../../testing/fakes/fake-razorpay.ts'
import { applyEvents } from '../webhooks/apply-events.ts'
import { pollOrders } from './poll-orders.ts'
import { renewSubscriptions } from '../captures/renew-subscriptions.ts'
import { bankForFile } from '../../../testing/test-bank.ts'
import { logsOf, relog } from '../../../testing/test-accounts.ts'

const { server, bank, order, status, deliver, paidOrder } = bankForFile()

const applyAll = () => applyEvents(server.deps)

test('callback, webhook and poller at the same moment apply a payment once', async () => {
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

test('with auto-renew on, the reminder prepares an order to pay; no money moves by itself', async () => {
  const { token } = await paidOrder()
  await server.call(toggleAutoRenew, { auto_renew: true }, token)
  server.moveTime(29 * 86_400_000)
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
  server.moveTime(4 * 86_400_000)
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
