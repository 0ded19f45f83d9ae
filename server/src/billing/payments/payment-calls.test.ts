// The payment calls with test payments: order, payment, record, refund.
import { DAY_MS } from '@trading-bot/core/time'
import { readProfile, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import {
  createOrder,
  listPayments,
  paymentFailure,
  readPayment,
  readPaymentStatus,
  refundPayment,
  simulatedSuccess,
} from '@trading-bot/contract/rest/billing/payments'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { mailsTo, relog, signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, invoiceText, ledgerSum, signUpBuyer, signUpHolder } from '../../testing/test-plans.ts'
import { serverForFile, startTestServer } from '../../testing/test-server.ts'
import { invoicePayments } from './captures/invoice-payments.ts'
import { sendRefund } from './refunds/settle-refund.ts'

const server = serverForFile()

test('CALL POST /subscriptions/payment/create-order/ returns the same open order until plan, cycle or price change', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const choice = { bot_plan_id: botPlan('ema_strategy').id }
  const first = (await server.call(createOrder, choice, token)).body.data
  expect(first).toMatchObject({ amount: 99_900, currency: 'INR', is_simulated: true })
  expect((await server.call(createOrder, choice, token)).body.data).toEqual(first)
  const other = (await server.call(createOrder, { ...choice, billing_cycle: 'quarterly' }, token)).body.data
  expect(other).toMatchObject({ amount: 299_700 })
  expect(other.order_id).not.toBe(first.order_id)
})

test('CALL POST /subscriptions/payment/simulated-success/ grants the plan and keeps the books balanced', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const choice = { bot_plan_id: botPlan('rsi_strategy').id }
  const { data: order } = (await server.call(createOrder, choice, token)).body
  const before = await ledgerSum(server)
  const { body } = await server.call(simulatedSuccess, { payment_id: order.payment_id }, token)
  expect(body.message).toBe('Payment successful! Your subscription is now active.')
  const after = await ledgerSum(server)
  expect((after['cash'] ?? 0n) - (before['cash'] ?? 0n)).toBe(129_900n)
  expect(Object.values(after).reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
  expect((await server.call(readMySubscription, {}, token)).body.amount_paid).toBe(1299)
})

test("another user's payment can neither be made nor be reported as failed", async () => {
  const [{ order }, thief] = [await signUpHolder(server), await signUpBuyer(server)]
  for (const spec of [simulatedSuccess, paymentFailure])
    expect((await server.call(spec, { payment_id: order.payment_id }, thief.token)).status).toBe(404)
})

test('paying an order that was replaced by another is refunded in full, and the user is notified', async () => {
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
  expect(await mailsTo(server, user.email)).toContain('Payment returned: EMA Monthly')
})

test('CALL GET /subscriptions/payments/, CALL GET /subscriptions/payment/{id}/ and CALL GET /subscriptions/payment/{id}/status/ show what was paid', async () => {
  const { token, order } = await signUpHolder(server)
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

test('PY-06 CALL POST /subscriptions/payment/failure/ only records the failure: a later payment still grants', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const { data: order } = (await server.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)).body
  const failed = await server.call(paymentFailure, { payment_id: order.payment_id, error: 'closed' }, token)
  expect(failed.body.status).toBe('failed')
  expect((await server.call(simulatedSuccess, { payment_id: order.payment_id }, token)).status).toBe(200)
  const noted = await server.call(paymentFailure, { payment_id: order.payment_id }, token)
  expect(noted.body.status).toBe('success')
})

test('CALL POST /subscriptions/payment/{id}/refund/ refunds the unused value and ends the time it paid for', async () => {
  const { token, paymentId: id } = await signUpHolder(server)
  const admin = await signUpAdmin(server)
  server.moveTime(15 * DAY_MS)
  const desk = await relog(server, admin.access)
  const tooMuch = await server.call(refundPayment, { id, amount: 999 }, desk)
  expect(tooMuch.body).toMatchObject({ message: 'At most ₹499.50 is unused. Type a reason to refund more.' })
  const refunded = await server.call(refundPayment, { id }, desk)
  expect(refunded.body.message).toBe('A refund of ₹499.50 was requested.')
  expect((await server.call(refundPayment, { id }, desk)).body).toMatchObject({ code: 'NOT_REFUNDABLE' })
  expect((await server.call(readMySubscription, {}, await relog(server, token))).body).toMatchObject({
    status: 'cancelled',
    // Refunded once the provider has paid, as the payment itself.
    payment_status: 'success',
  })
})

test('an order without a configured provider is refused with a sentence', async () => {
  const bare = await startTestServer({}, { payments: undefined })
  const { token, botPlan } = await signUpBuyer(bare)
  const { body } = await bare.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)
  expect(body).toMatchObject({ error: 'Razorpay credentials not configured. Please contact support.' })
  await bare.stop()
})

test("GST follows the buyer's state, on invoice, credit note and PDF: CGST and SGST within the seller's state, IGST elsewhere", async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const admin = await signUpAdmin(server)
  const choice = { bot_plan_id: botPlan('ema_strategy').id, gst_state: '29' as const }
  const { data: order } = (await server.call(createOrder, choice, token)).body
  await server.call(simulatedSuccess, { payment_id: order.payment_id }, token)
  expect((await server.call(readProfile, {}, token)).body.gst_state).toBe('29')
  await invoicePayments(server.deps)
  // The buyer moved since: the credit note keeps the place of supply of its invoice.
  await server.call(updateProfile, { gst_state: '' }, token)
  await server.call(refundPayment, { id: order.payment_id, amount: 118 }, admin.access)
  const { id } = await server.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', order.payment_id)
    .executeTakeFirstOrThrow()
  for (let time = 0; time < 2; time++) await sendRefund(server.deps, id)
  const papers = server.db.selectFrom('invoices').selectAll().where('payment_id', '=', order.payment_id)
  expect(await papers.orderBy('kind', 'desc').execute()).toMatchObject([
    { series: 'TEST-INV', place_of_supply: '29', taxable_paise: '84661', cgst_paise: '0', igst_paise: '15239' },
    { series: 'TEST-CN', place_of_supply: '29', taxable_paise: '10000', sgst_paise: '0', igst_paise: '1800' },
  ])
  const text = await invoiceText(server, order.payment_id, token)
  for (const part of ['Place of supply: Karnataka (29)', 'IGST 18 %', 'INR 152.39', 'Maharashtra (27)']) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('CGST')
  const home = await signUpHolder(server)
  await invoicePayments(server.deps)
  const own = server.db.selectFrom('invoices').selectAll().where('payment_id', '=', home.paymentId)
  expect(await own.execute()).toMatchObject([{ place_of_supply: '27', cgst_paise: '7619', igst_paise: '0' }])
})

test('a GSTIN is checked, agrees with the state, and is printed on the invoice as it was when issued', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const save = async (input: { gst_state?: '' | '27' | '29'; gstin?: string }) =>
    (await server.call(updateProfile, input, token)).body
  // The last character is the check character: V, not W.
  for (const gstin of ['27AAPFU0939F1ZW', '99AAPFU0939F1ZV', 'GSTIN']) {
    expect(await save({ gstin })).toMatchObject({
      gstin: ['This GSTIN is not valid. Check it against your certificate.'],
    })
  }
  expect(await save({ gst_state: '29', gstin: '27AAPFU0939F1ZV' })).toMatchObject({
    gstin: ['This GSTIN is registered in Maharashtra, but the state is Karnataka.'],
  })
  expect(await save({ gstin: ' 27aapfu0939f1zv ' })).toMatchObject({ gstin: '27AAPFU0939F1ZV', gst_state: '27' })
  const choice = { bot_plan_id: botPlan('ema_strategy').id }
  expect((await server.call(createOrder, { ...choice, gst_state: '29' }, token)).body).toMatchObject({
    gstin: ['This GSTIN is registered in Maharashtra, but the state is Karnataka.'],
  })
  const { order } = await buy(server, token, choice)
  await invoicePayments(server.deps)
  expect(await save({ gstin: '', gst_state: '' })).toMatchObject({ gstin: null, gst_state: null })
  expect(await invoiceText(server, order.payment_id, token)).toContain('GSTIN 27AAPFU0939F1ZV')
})

test('an unknown state is refused by name', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const choice = { bot_plan_id: botPlan('ema_strategy').id, gst_state: '99' as never }
  const replies = [
    await server.call(createOrder, choice, token),
    await server.call(updateProfile, { gst_state: 'x' as never }, token),
  ]
  for (const { body } of replies) expect(body).toMatchObject({ gst_state: ['Please choose your state'] })
})
