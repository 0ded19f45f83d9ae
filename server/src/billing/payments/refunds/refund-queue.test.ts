// Refunds in parts until nothing is left, and the queue, whose amounts are those that a refund accepts.
import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { createOrder, listPayments, refundPayment, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { listRefunds, readRefundLimits, type RefundQueueState } from '@trading-bot/contract/rest/billing/refunds'
import { readAdminSubscription } from '@trading-bot/contract/rest/billing/subscription-reports'
import {
  cancelSubscription,
  readMySubscription,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { readUserPage } from '@trading-bot/contract/rest/operations/user-page'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { buy, ledgerSum, signUpBuyer } from '../../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
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
const desk = () => tokenOf(adminName)

async function buyer() {
  const account = await signUpBuyer(server)
  const { order, subscription } = await buy(server, account.token, { bot_plan_id: account.botPlan('ema_strategy').id })
  const { username, id: userId } = account.user
  return { ...account, paymentId: order.payment_id, subscriptionId: subscription.id, username, userId }
}

const limits = async (id: string) => (await server.call(readRefundLimits, { id }, await desk())).body
/** As the form does it: with what it shows as refunded. */
const refund = async (id: string, more: { amount?: number; reason?: string } = {}) => {
  const { refunded: refunded_before } = await limits(id)
  return (await server.call(refundPayment, { id, refunded_before, ...more }, await desk())).body
}
const requested = async (userId: string, state: RefundQueueState = 'requested') => {
  const { body } = await server.call(listRefunds, { state, page_size: 100 }, await desk())
  return body.filter(({ user }) => user.id === userId)
}
const totals = async () => {
  const { headers } = await server.call(listRefunds, {}, await desk())
  return JSON.parse(headers.get('x-totals') ?? 'null')
}

async function settleAll(): Promise<void> {
  const open = await server.db.selectFrom('refunds').select('id').where('status', '=', 'requested').execute()
  for (const { id } of open) await sendRefund(server.deps, id)
}

/** How each screen names the state of one payment and its subscription. */
async function states({ userId, subscriptionId, username }: Awaited<ReturnType<typeof buyer>>) {
  const token = await desk()
  const [own] = (await server.call(listPayments, {}, await tokenOf(username))).body
  const report = (await server.call(readAdminSubscription, { id: subscriptionId }, token)).body
  const page = (await server.call(readUserPage, { id: userId }, token)).body
  expect(report.payments[0]).toEqual(own)
  expect(page.payments[0]).toEqual(own)
  expect(page.subscriptions[0]?.payment_status).toBe(report.subscription.payment_status)
  return { payment: own, subscription: report.subscription.payment_status }
}

test('a cancelled plan stands in the queue until its unused value is refunded, in as many parts as it takes', async () => {
  const someone = await buyer()
  server.moveTime(10 * DAY_MS)
  await server.call(cancelSubscription, {}, await tokenOf(someone.username))
  const { paymentId, userId } = someone
  expect(await requested(userId)).toMatchObject([
    {
      state: 'requested',
      amount: 666,
      maximum: 999,
      payment: { id: paymentId, amount: 999 },
      subscription: { status: 'cancelled' },
    },
  ])
  expect(await limits(paymentId)).toEqual({
    paid: 999,
    refunded: 0,
    unused: 666,
    maximum: 666,
    maximum_with_reason: 999,
    owed: null,
  })
  expect(await refund(paymentId, { amount: 666.01 })).toMatchObject({ code: 'REFUND_TOO_LARGE' })
  expect(await refund(paymentId, { amount: 400 })).toMatchObject({ message: 'A refund of ₹400.00 was requested.' })
  expect(await requested(userId)).toMatchObject([{ amount: 266, maximum: 599 }])
  expect(await requested(userId, 'on_its_way')).toMatchObject([{ amount: 400 }])
  expect(await states(someone)).toMatchObject({
    payment: { status: 'success', refund_due: { amount: 400, state: 'on_its_way' } },
    subscription: 'success',
  })
  await settleAll()
  expect(await states(someone)).toMatchObject({
    payment: { status: 'success', amount_refunded: 400, refund_due: { amount: 266, state: 'requested' } },
    subscription: 'success',
  })
  expect(await refund(paymentId)).toMatchObject({ message: 'A refund of ₹266.00 was requested.' })
  await settleAll()
  expect(await requested(userId)).toEqual([])
  expect(await requested(userId, 'refunded')).toMatchObject([{ amount: 266 }, { amount: 400 }])
  expect(await states(someone)).toMatchObject({
    payment: { status: 'refunded', amount_refunded: 666, refund_due: null },
    subscription: 'refunded',
  })
  expect(await refund(paymentId)).toMatchObject({ code: 'NOT_REFUNDABLE' })
  expect((await ledgerSum(server))['refundable'] ?? 0n).toBe(0n)
})

test('a running plan is refunded in parts; each shortens it, and the last one ends it', async () => {
  const someone = await buyer()
  const { paymentId, username } = someone
  await refund(paymentId, { amount: 333 })
  await refund(paymentId, { amount: 333 })
  const left = (await server.call(readMySubscription, {}, await tokenOf(username))).body
  expect(left).toMatchObject({ status: 'active', unused_value: 333, credit: 0 })
  expect(await limits(paymentId)).toMatchObject({ refunded: 666, unused: 333, maximum: 333, maximum_with_reason: 333 })
  await settleAll()
  expect((await states(someone)).subscription).toBe('success')
  await refund(paymentId)
  expect((await states(someone)).subscription).toBe('success')
  await settleAll()
  expect(await states(someone)).toMatchObject({ payment: { status: 'refunded' }, subscription: 'refunded' })
})

test('after a partial refund a cancellation sets only the rest aside', async () => {
  const { paymentId, username, userId } = await buyer()
  await refund(paymentId, { amount: 500 })
  await server.call(cancelSubscription, {}, await tokenOf(username))
  expect(await requested(userId)).toMatchObject([{ amount: 499 }])
  expect(await limits(paymentId)).toMatchObject({ maximum: 499, maximum_with_reason: 499 })
  expect(await refund(paymentId)).toMatchObject({ message: 'A refund of ₹499.00 was requested.' })
  expect(await refund(paymentId, { amount: 1, reason: 'more' })).toMatchObject({ code: 'NOT_REFUNDABLE' })
})

test('two payments of one plan stand in the queue with no more than was unused of both', async () => {
  const { botPlan, token, username, userId } = await buyer()
  await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  server.moveTime(15 * DAY_MS)
  await server.call(cancelSubscription, {}, await tokenOf(username))
  const rows = await requested(userId)
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(999.5)
  for (const { payment, amount } of rows) expect((await limits(payment.id)).maximum).toBeGreaterThanOrEqual(amount)
  for (const { payment, amount } of rows) await refund(payment.id, { amount })
  expect(await requested(userId)).toEqual([])
})

test('a payment that gave back its part gives nothing of the next period, which another payment bought', async () => {
  const { paymentId, username, userId, botPlan } = await buyer()
  server.moveTime(15 * DAY_MS)
  const choice = { bot_plan_id: botPlan('ema_strategy').id, renew: true }
  const { data } = (await server.call(createOrder, choice, await tokenOf(username))).body
  await server.call(simulatedSuccess, { payment_id: data.payment_id }, await tokenOf(username))
  await server.call(cancelSubscription, {}, await tokenOf(username))
  expect((await requested(userId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([499.5, 999])
  expect(await refund(paymentId)).toMatchObject({ message: 'A refund of ₹499.50 was requested.' })
  expect(await limits(paymentId)).toMatchObject({ unused: 0, maximum: 0, maximum_with_reason: 499.5 })
  expect(await refund(paymentId)).toMatchObject({ code: 'NOT_REFUNDABLE' })
  expect(await requested(userId)).toMatchObject([{ amount: 999, payment: { id: data.payment_id } }])
})

test('the totals count and sum what the pages show', async () => {
  const { username } = await buyer()
  await server.call(cancelSubscription, {}, await tokenOf(username))
  const { body } = await server.call(listRefunds, { page_size: 100 }, await desk())
  const sum = body.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0) / 100
  expect((await totals()).requested).toEqual({ count: body.length, amount: sum })
  expect((await server.call(listRefunds, {}, await tokenOf(username))).status).toBe(403)
})

test('a partial refund that is sent twice pays once; a further one names what was refunded before', async () => {
  const { paymentId: id } = await buyer()
  const send = async (refunded_before?: number) =>
    server.call(
      refundPayment,
      { id, amount: 100, ...(refunded_before !== undefined && { refunded_before }) },
      await desk(),
    )
  expect((await send()).status).toBe(200)
  const again = await send()
  expect([again.status, again.body]).toMatchObject([409, { code: 'REFUND_CHANGED' }])
  expect((await limits(id)).refunded).toBe(100)
  expect((await send(100)).status).toBe(200)
  expect((await send(100)).status).toBe(409)
  expect((await limits(id)).refunded).toBe(200)
})
