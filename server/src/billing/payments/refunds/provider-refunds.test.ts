// Refunds at the provider: each made once, final when it reports so, and still owed when it rejects.
import { DAY_MS } from '@trading-bot/core/time'
import {
  createOrder,
  listPayments,
  paymentSuccess,
  readPaymentStatus,
  refundPayment,
} from '@trading-bot/contract/rest/billing/payments'
import {
  readMySubscription,
  upgradeSubscription,
  cancelSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { delivery } from '../../../testing/fakes/fake-razorpay.ts'
import { mailsTo, relog, signUpAdmin } from '../../../testing/test-accounts.ts'
import { ledgerSum } from '../../../testing/test-plans.ts'
import { applyEvents } from '../webhooks/apply-events.ts'
import { sendRefund } from './settle-refund.ts'
import { invoicePayments } from '../captures/invoice-payments.ts'
import { bankForFile } from '../../../testing/test-bank.ts'

const { server, bank, order, paidOrder, deliver, pay } = bankForFile()

const applyAll = () => applyEvents(server.deps)

/** An order that was replaced, paid nevertheless, and waits for its refund. */
async function returned() {
  const { token, order: first, botPlan } = await order()
  const { data: second } = (await server.call(createOrder, { bot_plan_id: botPlan('rsi_strategy').id }, token)).body
  await pay(second, token)
  const { payment } = await pay(first, token)
  const refund = server.db.selectFrom('refunds').selectAll().where('payment_id', '=', first.payment_id)
  const shown = async () => (await server.call(readPaymentStatus, { id: first.payment_id }, token)).body.status
  const given = () => [...bank.refunds.values()].filter(({ payment_id }) => payment_id === payment.id)
  return { refund, shown, payment, given }
}

test('a capture that can no longer be fulfilled is refunded in full, once, however often the job runs', async () => {
  const { refund, shown, given, payment } = await returned()
  const { id } = await refund.executeTakeFirstOrThrow()
  bank.state.isDown = true
  await expect(sendRefund(server.deps, id)).rejects.toThrow('no answer')
  bank.state.isDown = false
  await Promise.all([sendRefund(server.deps, id), sendRefund(server.deps, id)])
  expect(given()).toMatchObject([{ amount: payment.amount }])
  expect(await shown()).toBe('refunded')
  expect(Object.values(await ledgerSum(server)).reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
})

test("the provider's refund webhook may arrive before its answer", async () => {
  const { refund, shown, payment, given } = await returned()
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
  await sendRefund(server.deps, id)
  expect(given()).toEqual([])
})

test('a refund is final when the provider reports it, which may be later', async () => {
  const { refund, shown } = await returned()
  bank.state.refundStatus = 'pending'
  await sendRefund(server.deps, (await refund.executeTakeFirstOrThrow()).id)
  expect(await shown()).toBe('success')
  const { provider_refund_id: id } = await refund.executeTakeFirstOrThrow()
  await deliver(delivery('refund.processed', { refund: { entity: { id, status: 'processed' } } }))
  await applyAll()
  expect(await shown()).toBe('refunded')
})

test('a second payment captured for one order is refunded automatically, once, and grants nothing more', async () => {
  const { token, order: made, user } = await paidOrder()
  const before = await ledgerSum(server)
  const second = bank.pay(made.order_id)
  const event = () => delivery('payment.captured', { payment: { entity: second.payment } })
  for (let copy = 0; copy < 3; copy++) await deliver(event())
  await applyAll()
  await server.call(paymentSuccess, { payment_id: made.payment_id, ...second.callback }, token)
  const refund = server.db.selectFrom('refunds').selectAll().where('payment_id', '=', made.payment_id)
  const { id } = await refund.executeTakeFirstOrThrow()
  await Promise.all([sendRefund(server.deps, id), sendRefund(server.deps, id)])
  expect(await refund.execute()).toMatchObject([{ status: 'processed', amount_paise: '99900' }])
  expect([...bank.refunds.values()].filter(({ payment_id }) => payment_id === second.payment.id)).toHaveLength(1)
  // The plan is unchanged, the payment is not refunded, and the cash balance is the same.
  const mine = (await server.call(readMySubscription, {}, token)).body
  expect(mine).toMatchObject({ status: 'active', amount_paid: 999, unused_value: 999, credit: 0 })
  expect((await server.call(readPaymentStatus, { id: made.payment_id }, token)).body.status).toBe('success')
  expect(await ledgerSum(server)).toEqual(before)
  expect(await mailsTo(server, user.email)).toContain('Paid twice: EMA Monthly')
  await invoicePayments(server.deps)
  const notes = server.db.selectFrom('invoices').selectAll().where('payment_id', '=', made.payment_id)
  expect((await notes.execute()).map(({ kind }) => kind)).toEqual(['invoice'])
})

test('a refund that the provider rejected is still owed and can be retried until it succeeds', async () => {
  const { token, order: made } = await paidOrder()
  const admin = await signUpAdmin(server)
  const ask = (more: { amount?: number; refunded_before?: number } = {}) =>
    server.call(refundPayment, { id: made.payment_id, ...more }, admin.access)
  const newest = async () => {
    const rows = server.db.selectFrom('refunds').selectAll().where('payment_id', '=', made.payment_id)
    return (await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute())[0]
  }
  expect((await ask({ amount: 333 })).status).toBe(200)
  bank.state.refusesRefunds = true
  await sendRefund(server.deps, (await newest())?.id ?? '')
  expect(await newest()).toMatchObject({ status: 'failed' })
  expect((await ask({ amount: 334 })).body).toMatchObject({
    message: 'A refund of ₹333.00 failed and is still owed. Ask for that amount or less.',
  })
  bank.state.refusesRefunds = false
  server.moveTime(1000)
  expect((await ask()).body).toMatchObject({ message: 'A refund of ₹333.00 was requested.' })
  // What is under way is not refunded again: only the rest is left.
  expect((await ask({ amount: 666.01, refunded_before: 333 })).body).toMatchObject({
    message: 'At most ₹666.00 of this payment can still be refunded.',
  })
  await sendRefund(server.deps, (await newest())?.id ?? '')
  expect((await ask({ amount: 666.01, refunded_before: 333 })).body).toMatchObject({ code: 'REFUND_ABOVE_PAID' })
  const [payment] = (await server.call(listPayments, {}, token)).body
  expect(payment).toMatchObject({ status: 'success', amount_refunded: 333 })
  expect((await server.call(readMySubscription, {}, token)).body).toMatchObject({ status: 'active', credit: 0 })
  const given = [...bank.refunds.values()].filter(({ payment_id }) => payment_id === payment?.provider_payment_id)
  expect(given).toMatchObject([{ amount: 33_300 }])
})

test('the amount that a failed refund still owes is not given to another payment meanwhile', async () => {
  const { token, order: made, botPlan } = await paidOrder()
  const admin = await signUpAdmin(server)
  const { body } = await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  const upgrade = body.order!
  await pay(upgrade, token)
  server.moveTime(15 * DAY_MS)
  const desk = await relog(server, admin.access)
  await server.call(cancelSubscription, {}, await relog(server, token))
  bank.state.refusesRefunds = true
  const first = await server.call(refundPayment, { id: made.payment_id }, desk)
  expect(first.body.message).toBe('A refund of ₹999.00 was requested.')
  const row = server.db.selectFrom('refunds').select('id').where('payment_id', '=', made.payment_id)
  await sendRefund(server.deps, (await row.executeTakeFirstOrThrow()).id)
  // 999.50 was unused; 999.00 of it is owed to the first payment, whose refund failed.
  const second = await server.call(refundPayment, { id: upgrade.payment_id }, desk)
  expect(second.body.message).toBe('A refund of ₹0.50 was requested.')
})
