// What may be refunded, what time it removes, and that no rupee is refunded twice.
import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { createOrder, listPayments, refundPayment, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import {
  cancelSubscription,
  readMySubscription,
  toggleAutoRenew,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { buy, ledgerSum, signUpBuyer } from '../../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { invoicePayments } from '../captures/invoice-payments.ts'
import { sendRefund } from './settle-refund.ts'

let server: TestServer
let adminName: string
beforeAll(async () => {
  server = await startTestServer()
  adminName = (await signUpAdmin(server)).user.username
})
afterAll(() => server.stop())

const DAY_MS = 86_400_000
const tokenOf = async (username: string) => (await server.call(logIn, { username, password: 'Kaveri82' })).body.access
const refund = async (id: string, more: { amount?: number; reason?: string } = {}) =>
  server.call(refundPayment, { id, ...more }, await tokenOf(adminName))
const mine = async (username: string) => (await server.call(readMySubscription, {}, await tokenOf(username))).body

async function buyer(type = 'ema_strategy') {
  const account = await signUpBuyer(server)
  const { order } = await buy(server, account.token, { bot_plan_id: account.botPlan(type).id })
  return { ...account, paymentId: order.payment_id, username: account.user.username }
}

test('a partial refund of the unused value leaves the rest as time', async () => {
  const { paymentId, username } = await buyer()
  expect((await refund(paymentId, { amount: 333 })).status).toBe(200)
  const left = await mine(username)
  expect(left).toMatchObject({ status: 'active', unused_value: 666, credit: 0 })
  expect(Date.parse(left.end_date ?? '') - Date.parse(left.start_date ?? '')).toBe(20 * DAY_MS)
})

test('with a reason more than the unused value is refunded, at our expense, but never more than was paid', async () => {
  const { paymentId, username } = await buyer()
  server.moveTime(15 * DAY_MS)
  expect((await refund(paymentId, { amount: 999.01, reason: 'kindness' })).body).toMatchObject({
    message: 'At most ₹999.00 of this payment can still be refunded.',
  })
  expect((await refund(paymentId, { amount: 999, reason: 'kindness' })).status).toBe(200)
  expect(await mine(username)).toMatchObject({ status: 'cancelled', credit: 0 })
})

test('a cancellation sets the unused value aside; the refund is exactly that', async () => {
  const { paymentId, username } = await buyer()
  server.moveTime(10 * DAY_MS)
  const token = await tokenOf(username)
  await server.call(toggleAutoRenew, { auto_renew: true }, token)
  const before = await ledgerSum(server)
  const cancelled = await server.call(cancelSubscription, {}, token)
  expect(cancelled.body.subscription).toMatchObject({ auto_renew: false, credit: 0, unused_value: 0 })
  expect(((await ledgerSum(server))['refundable'] ?? 0n) - (before['refundable'] ?? 0n)).toBe(-66_600n)
  expect((await refund(paymentId)).body.message).toBe('A refund of ₹666.00 was requested.')
})

test('value that moved on to a dearer plan is not refunded a second time', async () => {
  const { paymentId, username, botPlan, token } = await buyer()
  await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  const upgrade = (await server.call(listPayments, {}, token)).body.find(({ purpose }) => purpose === 'upgrade')
  expect((await refund(paymentId)).body).toMatchObject({ code: 'NOT_REFUNDABLE' })
  expect((await refund(paymentId, { amount: 1 })).body).toMatchObject({ code: 'REFUND_TOO_LARGE' })
  expect(await mine(username)).toMatchObject({ status: 'active', unused_value: 1999 })
  // The payment of the difference refunds at most itself, although the period is worth more.
  expect((await refund(upgrade?.id ?? '')).body.message).toBe('A refund of ₹1,000.00 was requested.')
  expect(await mine(username)).toMatchObject({ status: 'active', unused_value: 999 })
})

test('after an upgrade and a cancellation both payments are refunded, together no more than was unused', async () => {
  const { paymentId, username, botPlan, token } = await buyer()
  await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  server.moveTime(15 * DAY_MS)
  const later = await tokenOf(username)
  await server.call(cancelSubscription, {}, later)
  const upgrade = (await server.call(listPayments, {}, later)).body.find(({ purpose }) => purpose === 'upgrade')
  // 999.50 of 1999.00 is unused: 999.00 from the first payment, and the rest from the second.
  expect((await refund(paymentId)).body.message).toBe('A refund of ₹999.00 was requested.')
  expect((await refund(upgrade?.id ?? '')).body.message).toBe('A refund of ₹0.50 was requested.')
})

test('a completed refund shows on the payment and gets one credit note', async () => {
  const { paymentId, username } = await buyer()
  await invoicePayments(server.deps)
  await refund(paymentId, { amount: 100 })
  const { id } = await server.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await sendRefund(server.deps, id)
  await sendRefund(server.deps, id)
  const [payment] = (await server.call(listPayments, {}, await tokenOf(username))).body
  // The rest of what was paid is still time: refunded in part.
  expect(payment).toMatchObject({ status: 'success', amount_refunded: 100 })
  const notes = await server.db.selectFrom('invoices').selectAll().where('payment_id', '=', paymentId).execute()
  expect(notes.map(({ series, total_paise }) => `${series} ${total_paise}`).sort()).toEqual([
    'TEST-CN 10000',
    'TEST-INV 99900',
  ])
})

test('after a refund of the running period a paid renewal moves up: no gap, no value lost', async () => {
  const { paymentId, username, botPlan } = await buyer()
  server.moveTime(28 * DAY_MS)
  const token = await tokenOf(username)
  const { data } = (await server.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)).body
  await server.call(simulatedSuccess, { payment_id: data.payment_id }, token)
  const before = await mine(username)
  // Two days of the running period are left: 66.60. A part of it is refunded, and the whole renewal stays.
  expect((await refund(paymentId, { amount: 33.3 })).status).toBe(200)
  const left = await mine(username)
  expect(left.unused_value + left.credit).toBeCloseTo(before.unused_value - 33.3, 2)
  expect(Date.parse(before.end_date ?? '') - Date.parse(left.end_date ?? '')).toBe(DAY_MS)
  const periods = server.db.selectFrom('periods').selectAll().where('subscription_id', '=', left.id)
  const open = await periods.where('closed_at', 'is', null).orderBy('starts_at').execute()
  expect(open[0]?.starts_at).toEqual(server.deps.clock.now())
  expect(open[1]?.starts_at).toEqual(open[0]?.ends_at)
  expect(open[1]?.ends_at.toISOString()).toBe(left.end_date)
})

test('refunding all that is left of the running period starts the renewal at once', async () => {
  const { paymentId, username, botPlan } = await buyer()
  server.moveTime(28 * DAY_MS)
  const token = await tokenOf(username)
  const { data } = (await server.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)).body
  await server.call(simulatedSuccess, { payment_id: data.payment_id }, token)
  expect((await refund(paymentId)).body.message).toBe('A refund of ₹66.60 was requested.')
  const left = await mine(username)
  expect(left).toMatchObject({ status: 'active', unused_value: 999, credit: 0 })
  expect(Date.parse(left.end_date ?? '') - server.deps.clock.now().getTime()).toBe(30 * DAY_MS)
})
