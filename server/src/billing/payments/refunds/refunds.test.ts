// What may be refunded, what time it removes, and the queue, whose amounts are those that a refund accepts.
import { DAY_MS } from '@trading-bot/core/time'
import { giveCredit } from '@trading-bot/contract/rest/billing/goodwill'
import { createOrder, listPayments, refundPayment, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { listRefunds, readRefundLimits, type RefundQueueState } from '@trading-bot/contract/rest/billing/refunds'
import { readAdminSubscription } from '@trading-bot/contract/rest/billing/subscription-reports'
import {
  cancelSubscription,
  readMySubscription,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { readUserPage } from '@trading-bot/contract/rest/operations/user-page'
import { expect, test } from 'vitest'
import { adminForFile, newestMail, relog } from '../../../testing/test-accounts.ts'
import { buy, ledgerSum, signUpBuyer, signUpHolder } from '../../../testing/test-plans.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { sendRefund } from './settle-refund.ts'

const server = serverForFile()
const admin = adminForFile(server)

const desk = () => relog(server, admin.access)

const subscriptionOf = async ({ token }: { token: string }) =>
  (await server.call(readMySubscription, {}, await relog(server, token))).body
const limits = async (id: string) => (await server.call(readRefundLimits, { id }, await desk())).body
/** As the form does it: with what it shows as refunded. */
const refund = async (id: string, more: { amount?: number; reason?: string } = {}) => {
  const { refunded: refunded_before } = await limits(id)
  return (await server.call(refundPayment, { id, refunded_before, ...more }, await desk())).body
}
const requested = async (id: string, state: RefundQueueState = 'requested') => {
  const { body } = await server.call(listRefunds, { state, page_size: 100 }, await desk())
  return body.filter(({ user }) => user.id === id)
}

async function settleAll(): Promise<void> {
  const open = await server.db.selectFrom('refunds').select('id').where('status', '=', 'requested').execute()
  for (const { id } of open) await sendRefund(server.deps, id)
}

/** How each screen names the state of one payment and its subscription. */
async function states({ user, subscription, token }: Awaited<ReturnType<typeof signUpHolder>>) {
  const admins = await desk()
  const [own] = (await server.call(listPayments, {}, await relog(server, token))).body
  const report = (await server.call(readAdminSubscription, { id: subscription.id }, admins)).body
  const page = (await server.call(readUserPage, { id: user.id }, admins)).body
  expect(report.payments[0]).toEqual(own)
  expect(page.payments[0]).toEqual(own)
  expect(page.subscriptions[0]?.payment_status).toBe(report.subscription.payment_status)
  return { payment: own, subscription: report.subscription.payment_status }
}

test('a cancelled plan stands in the queue until its unused value is refunded, in as many parts as it takes', async () => {
  const someone = await signUpHolder(server)
  server.moveTime(10 * DAY_MS)
  await server.call(cancelSubscription, {}, await relog(server, someone.token))
  const { paymentId, user } = someone
  expect(await requested(user.id)).toMatchObject([
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
  expect(await requested(user.id)).toMatchObject([{ amount: 266, maximum: 599 }])
  expect(await requested(user.id, 'on_its_way')).toMatchObject([{ amount: 400 }])
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
  expect(await requested(user.id)).toEqual([])
  expect(await requested(user.id, 'refunded')).toMatchObject([{ amount: 266 }, { amount: 400 }])
  expect(await states(someone)).toMatchObject({
    payment: { status: 'refunded', amount_refunded: 666, refund_due: null },
    subscription: 'refunded',
  })
  expect(await refund(paymentId)).toMatchObject({ code: 'NOT_REFUNDABLE' })
  expect((await ledgerSum(server))['refundable'] ?? 0n).toBe(0n)
})

test('a running plan is refunded in parts; each shortens it, and the last one ends it', async () => {
  const someone = await signUpHolder(server)
  const { paymentId } = someone
  await refund(paymentId, { amount: 333 })
  await refund(paymentId, { amount: 333 })
  const left = await subscriptionOf(someone)
  expect(left).toMatchObject({ status: 'active', unused_value: 333, credit: 0 })
  expect(Date.parse(left.end_date ?? '') - Date.parse(left.start_date ?? '')).toBe(10 * DAY_MS)
  expect(await limits(paymentId)).toMatchObject({ refunded: 666, unused: 333, maximum: 333, maximum_with_reason: 333 })
  await settleAll()
  expect((await states(someone)).subscription).toBe('success')
  await refund(paymentId)
  expect((await states(someone)).subscription).toBe('success')
  await settleAll()
  expect(await states(someone)).toMatchObject({ payment: { status: 'refunded' }, subscription: 'refunded' })
})

test('after a partial refund a cancellation sets only the rest aside', async () => {
  const { paymentId, token, user } = await signUpHolder(server)
  await refund(paymentId, { amount: 500 })
  await server.call(cancelSubscription, {}, await relog(server, token))
  expect(await requested(user.id)).toMatchObject([{ amount: 499 }])
  expect(await limits(paymentId)).toMatchObject({ maximum: 499, maximum_with_reason: 499 })
  expect(await refund(paymentId)).toMatchObject({ message: 'A refund of ₹499.00 was requested.' })
  expect(await refund(paymentId, { amount: 1, reason: 'more' })).toMatchObject({ code: 'NOT_REFUNDABLE' })
})

test('two payments of one plan stand in the queue with no more than was unused of both', async () => {
  const { botPlan, token, user } = await signUpHolder(server)
  await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  server.moveTime(15 * DAY_MS)
  await server.call(cancelSubscription, {}, await relog(server, token))
  const rows = await requested(user.id)
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(999.5)
  for (const { payment, amount } of rows) expect((await limits(payment.id)).maximum).toBeGreaterThanOrEqual(amount)
  for (const { payment, amount } of rows) await refund(payment.id, { amount })
  expect(await requested(user.id)).toEqual([])
})

test('a payment that gave back its part gives nothing of the next period, which another payment bought', async () => {
  const { paymentId, token, user, botPlan } = await signUpHolder(server)
  server.moveTime(15 * DAY_MS)
  const choice = { bot_plan_id: botPlan('ema_strategy').id, renew: true }
  const { data } = (await server.call(createOrder, choice, await relog(server, token))).body
  await server.call(simulatedSuccess, { payment_id: data.payment_id }, await relog(server, token))
  await server.call(cancelSubscription, {}, await relog(server, token))
  expect((await requested(user.id)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([499.5, 999])
  expect(await refund(paymentId)).toMatchObject({ message: 'A refund of ₹499.50 was requested.' })
  expect(await limits(paymentId)).toMatchObject({ unused: 0, maximum: 0, maximum_with_reason: 499.5 })
  expect(await refund(paymentId)).toMatchObject({ code: 'NOT_REFUNDABLE' })
  expect(await requested(user.id)).toMatchObject([{ amount: 999, payment: { id: data.payment_id } }])
})

test('the totals count and sum what the pages show', async () => {
  const { token } = await signUpHolder(server)
  await server.call(cancelSubscription, {}, await relog(server, token))
  const { body, headers } = await server.call(listRefunds, { page_size: 100 }, await desk())
  const sum = body.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0) / 100
  expect(JSON.parse(headers.get('x-totals') ?? 'null').requested).toEqual({ count: body.length, amount: sum })
})

test('a partial refund that is sent twice pays once; a further one names what was refunded before', async () => {
  const { paymentId: id } = await signUpHolder(server)
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

/** Somebody whose plan has two days left and whose renewal is paid. */
async function renewed() {
  const holder = await signUpHolder(server)
  server.moveTime(28 * DAY_MS)
  const token = await relog(server, holder.token)
  await buy(server, token, { bot_plan_id: holder.botPlan('ema_strategy').id })
  return holder
}

test('with a reason more than the unused value is refunded, at our expense, but never more than was paid', async () => {
  const holder = await signUpHolder(server)
  server.moveTime(15 * DAY_MS)
  expect(await refund(holder.paymentId, { amount: 999.01, reason: 'kindness' })).toMatchObject({
    message: 'At most ₹999.00 of this payment can still be refunded.',
  })
  await refund(holder.paymentId, { amount: 999, reason: 'kindness' })
  expect(await subscriptionOf(holder)).toMatchObject({ status: 'cancelled', credit: 0 })
})

test('after an upgrade and a cancellation the payments list what comes back, each rupee in one line', async () => {
  const someone = await signUpHolder(server)
  await server.call(upgradeSubscription, { bot_plan_id: someone.botPlan('rsi_strategy').id }, someone.token)
  server.moveTime(60_000)
  const { unused_value } = await subscriptionOf(someone)
  await server.call(cancelSubscription, {}, await relog(server, someone.token))
  const listed = async () => (await server.call(listPayments, {}, await relog(server, someone.token))).body
  const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100
  const due = (await listed()).map(({ refund_due }) => refund_due?.amount ?? 0)
  expect(due).toHaveLength(2)
  expect(sum(due)).toBe(unused_value)
  expect(sum((await requested(someone.user.id)).map(({ amount }) => amount))).toBe(unused_value)
  for (const { id } of await listed()) await refund(id)
  await settleAll()
  expect(sum((await listed()).map(({ amount_refunded }) => amount_refunded))).toBe(unused_value)
})

test('of a plan that credit had partly paid, a cancellation refunds what was paid and gives the credit back, as announced', async () => {
  const buyer = await signUpBuyer(server)
  const reason = 'The feed was down'
  const given = { id: buyer.user.id, amount: 200.5, reason, credit_before: 0 }
  await server.call(giveCredit, given, await desk())
  const { order, subscription } = await buy(server, buyer.token, { bot_plan_id: buyer.botPlan('ema_strategy').id })
  expect(subscription).toMatchObject({ unused_value: 999, refundable_value: 798.5, credit: 0 })
  server.moveTime(15 * DAY_MS)
  const token = await relog(server, buyer.token)
  const held = (await server.call(readMySubscription, {}, token)).body
  expect(held).toMatchObject({ unused_value: 499.5, refundable_value: 499.5 })
  // The next period is paid for ahead and comes back too; of both, no more than was paid.
  const renewed = { bot_plan_id: buyer.botPlan('ema_strategy').id, renew: true }
  const { data } = (await server.call(createOrder, renewed, token)).body
  await server.call(simulatedSuccess, { payment_id: data.payment_id }, token)
  await server.call(refundPayment, { id: data.payment_id, amount: 300, keeps_time: true, reason }, await desk())
  const before = (await server.call(readMySubscription, {}, token)).body
  expect(before).toMatchObject({ unused_value: 1498.5, refundable_value: 499.5 + 699, credit: 0 })
  const { subscription: gone } = (await server.call(cancelSubscription, {}, token)).body
  expect(gone).toMatchObject({ unused_value: 0, refundable_value: 0, credit: 300 })
  const listed = (await server.call(listPayments, {}, token)).body
  expect(listed.map(({ id, refund_due }) => [id, refund_due?.amount, refund_due?.state])).toEqual([
    [data.payment_id, 300, 'on_its_way'],
    [order.payment_id, 499.5, 'requested'],
  ])
  const { text } = await newestMail(server, buyer.user.email)
  expect(text).toContain('Unused: ₹1,498.50. We have opened a refund request for ₹1,198.50; you can follow it under')
  expect(text).toContain('The other ₹300.00 were paid from your credit, and are credit again for your next payment.')
  await settleAll()
  expect((await refund(data.payment_id)).message).toBe('A refund of ₹699.00 was requested.')
  expect((await refund(order.payment_id)).message).toBe('A refund of ₹499.50 was requested.')
  await settleAll()
  expect((await server.call(readMySubscription, {}, token)).body).toMatchObject({ payment_status: 'refunded' })
})

test('value that moved on to a dearer plan is not refunded a second time', async () => {
  const holder = await signUpHolder(server)
  const { paymentId, botPlan, token } = holder
  await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  const upgrade = (await server.call(listPayments, {}, token)).body.find(({ purpose }) => purpose === 'upgrade')
  expect(await refund(paymentId)).toMatchObject({ code: 'NOT_REFUNDABLE' })
  expect(await refund(paymentId, { amount: 1 })).toMatchObject({ code: 'REFUND_TOO_LARGE' })
  expect(await subscriptionOf(holder)).toMatchObject({ status: 'active', unused_value: 1999 })
  // The payment of the difference refunds at most itself, although the period is worth more.
  expect(await refund(upgrade?.id ?? '')).toMatchObject({ message: 'A refund of ₹1,000.00 was requested.' })
  expect(await subscriptionOf(holder)).toMatchObject({ status: 'active', unused_value: 999 })
})

test('after a refund of the running period a paid renewal moves up: no gap, no value lost', async () => {
  const holder = await renewed()
  const before = await subscriptionOf(holder)
  // Two days of the running period are left: 66.60. A part of it is refunded, and the whole renewal stays.
  await refund(holder.paymentId, { amount: 33.3 })
  const left = await subscriptionOf(holder)
  expect(left.unused_value + left.credit).toBeCloseTo(before.unused_value - 33.3, 2)
  expect(Date.parse(before.end_date ?? '') - Date.parse(left.end_date ?? '')).toBe(DAY_MS)
  const periods = server.db.selectFrom('periods').selectAll().where('subscription_id', '=', left.id)
  const open = await periods.where('closed_at', 'is', null).orderBy('starts_at').execute()
  expect(open[0]?.starts_at).toEqual(server.deps.clock.now())
  expect(open[1]?.starts_at).toEqual(open[0]?.ends_at)
  expect(open[1]?.ends_at.toISOString()).toBe(left.end_date)
})

test('refunding all that is left of the running period starts the renewal at once', async () => {
  const holder = await renewed()
  expect(await refund(holder.paymentId)).toMatchObject({ message: 'A refund of ₹66.60 was requested.' })
  const left = await subscriptionOf(holder)
  expect(left).toMatchObject({ status: 'active', unused_value: 999, credit: 0 })
  expect(Date.parse(left.end_date ?? '') - server.deps.clock.now().getTime()).toBe(30 * DAY_MS)
})
