// Coupons: what is shown is charged, no more are used than there are, and what they gave is never paid out.
import {
  createCoupon,
  listCoupons,
  listRedemptions,
  quoteCoupon,
  switchCoupon,
} from '@trading-bot/contract/rest/billing/coupons'
import { createOrder, refundPayment, quoteUpgrade, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import {
  cancelSubscription,
  downgradeSubscription,
  readMySubscription,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS } from '@trading-bot/core/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adminForFile, relog } from '../../testing/test-accounts.ts'
import { invoiceText, ledgerSum, signUpBuyer } from '../../testing/test-plans.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { rollUpBusiness } from '../business/index.ts'
import { invoicePayments } from '../payments/index.ts'
import { expireSubscriptions } from '../subscriptions/index.ts'
import { discountOf } from './use-coupon.ts'

const server = serverForFile()
const admin = adminForFile(server)
const asAdmin = () => relog(server, admin.access)
let codes = 0

type Form = Partial<Parameters<typeof server.call<typeof createCoupon>>[1]>

async function coupon(form: Form) {
  codes += 1
  const made = await server.call(createCoupon, { coupon: `SAVE-${codes}`, ...form }, await asAdmin())
  expect(made.status).toBe(201)
  return made.body.coupon
}

async function signUpShopper() {
  const buyer = await signUpBuyer(server)
  const choice = { bot_plan_id: buyer.botPlan('ema_strategy').id }
  const order = async (code: string, due?: number) =>
    server.call(
      createOrder,
      { ...choice, coupon: code, ...(due !== undefined && { due }) },
      await relog(server, buyer.token),
    )
  const pay = async (code: string, due?: number) => {
    const made = await order(code, due)
    if (made.status !== 200) return made
    const { payment_id } = made.body.data
    return { ...(await server.call(simulatedSuccess, { payment_id }, await relog(server, buyer.token))), payment_id }
  }
  return { ...buyer, choice, order, pay, fresh: () => relog(server, buyer.token) }
}

const balance = async () => Object.values(await ledgerSum(server)).reduce((sum, each) => sum + each, 0n)
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

test('what a coupon takes off is shown, charged to the paise, and stands net in invoice, revenue and ledger', async () => {
  const shopper = await signUpShopper()
  const { code } = await coupon({ percent: 33 })
  const quote = (
    await server.call(quoteCoupon, { coupon: ` ${code.toLowerCase()} `, ...shopper.choice }, shopper.token)
  ).body
  expect(quote).toEqual({ code, discount: 329.67, due: 669.33 })
  expect(codeOf(await shopper.order(code, 669.32))).toBe('QUOTE_EXPIRED')
  const order = await shopper.order(code, quote.due)
  expect(order.body.data.amount).toBe(66_933)
  const paid = await shopper.pay(code, quote.due)
  const { subscription } = paid.body as { subscription: { amount_paid: number; unused_value: number } }
  expect(subscription).toMatchObject({ amount_paid: 669.33, unused_value: 669.33, bot_plan: { price: 999 } })
  await invoicePayments(server.deps)
  const { payment_id } = paid as { payment_id: string }
  expect(await invoiceText(server, payment_id, shopper.token)).toContain('INR 669.33')
  await rollUpBusiness(server.deps)
  const payer = server.db.selectFrom('payer_months').select('mrr_paise').where('user_id', '=', shopper.user.id)
  expect((await payer.executeTakeFirstOrThrow()).mrr_paise).toBe(String(Math.floor((66_933 * 100) / 118)))
  const { coupon: given, deferred } = await ledgerSum(server)
  expect([given, deferred]).toEqual([32_967n, -99_900n])
  expect(await balance()).toBe(0n)
  server.moveTime(31 * DAY_MS)
  await expireSubscriptions(server.deps)
  expect(await ledgerSum(server)).toMatchObject({ coupon: 32_967n, deferred: 0n, revenue: -99_900n })
})

test('a refund and a cancellation give back what was paid and never the coupon', async () => {
  const [cancels, refunded] = [await signUpShopper(), await signUpShopper()]
  const { code } = await coupon({ amount: 500 })
  await cancels.pay(code)
  const { payment_id } = (await refunded.pay(code)) as { payment_id: string }
  const before = await ledgerSum(server)
  server.moveTime(15 * DAY_MS)
  await server.call(cancelSubscription, {}, await cancels.fresh())
  const half = { id: payment_id, amount: 100 }
  expect((await server.call(refundPayment, half, await asAdmin())).status).toBe(200)
  const left = (await server.call(readMySubscription, {}, await refunded.fresh())).body
  expect(left.unused_value).toBe(149.5)
  const tooMuch = await server.call(
    refundPayment,
    { id: payment_id, amount: 400, refunded_before: 100 },
    await asAdmin(),
  )
  expect(codeOf(tooMuch)).toBe('REFUND_ABOVE_PAID')
  const after = await ledgerSum(server)
  // Half of the one coupon was not used, and of the other as much as the refund took with it.
  expect(after['coupon']! - before['coupon']!).toBeLessThan(-25_000n)
  const refundable = server.db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'entry_id')
    .select((each) => each.fn.sum<string>('amount_paise').as('sum'))
    .where('user_id', '=', cancels.user.id)
    .where('account', '=', 'refundable')
  expect((await refundable.executeTakeFirstOrThrow()).sum).toBe('-24950')
  expect(await balance()).toBe(0n)
})

test('of twenty who ask at once for one of three, three have it, and nobody is charged otherwise', async () => {
  const { id, code } = await coupon({ amount: 100, max_redemptions: 3 })
  const shoppers = []
  for (let count = 0; count < 20; count += 1) shoppers.push(await signUpShopper())
  const orders = await Promise.all(
    shoppers.map(({ choice, token }) => server.call(createOrder, { ...choice, coupon: code, due: 899 }, token)),
  )
  expect(orders.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(orders.filter((reply) => codeOf(reply) === 'COUPON_SPENT')).toHaveLength(17)
  for (const [at, { status, body }] of orders.entries()) {
    if (status !== 200) continue
    const paid = await server.call(simulatedSuccess, { payment_id: body.data.payment_id }, shoppers[at]!.token)
    expect(paid.body.subscription.amount_paid).toBe(899)
  }
  const listed = (await server.call(listCoupons, {}, await asAdmin())).body.find((each) => each.id === id)
  expect(listed).toMatchObject({ redeemed: 3, reserved: 0, discount: 300 })
})

test('twenty orders of one user use a coupon once', async () => {
  const shopper = await signUpShopper()
  const { id, code } = await coupon({ amount: 100 })
  const token = shopper.token
  await Promise.all(
    Array.from({ length: 20 }, () => server.call(createOrder, { ...shopper.choice, coupon: code }, token)),
  )
  await shopper.pay(code)
  const again = await server.call(createOrder, { ...shopper.choice, coupon: code, renew: true }, token)
  expect(codeOf(again)).toBe('COUPON_USED')
  const held = server.db.selectFrom('coupon_redemptions').select('state').where('coupon_id', '=', id)
  expect(await held.execute()).toEqual([{ state: 'redeemed' }])
})

test('a coupon is held an hour for an unpaid order; a late payment takes it if it is there, and else goes back in full', async () => {
  const [slow, quick, free] = [await signUpShopper(), await signUpShopper(), await signUpShopper()]
  const { code } = await coupon({ amount: 100, max_redemptions: 1 })
  const held = (await slow.order(code)).body.data
  expect(codeOf(await quick.order(code))).toBe('COUPON_SPENT')
  server.moveTime(61 * 60_000)
  expect((await quick.pay(code)).status).toBe(200)
  const late = await server.call(simulatedSuccess, { payment_id: held.payment_id }, await slow.fresh())
  expect(codeOf(late)).toBe('PAYMENT_REPLACED')
  const refunds = server.db.selectFrom('refunds').select('amount_paise').where('payment_id', '=', held.payment_id)
  expect(await refunds.execute()).toEqual([{ amount_paise: '89900' }])
  const other = await coupon({ amount: 100, max_redemptions: 1 })
  const made = (await free.order(other.code)).body.data
  server.moveTime(2 * DAY_MS)
  expect((await server.call(simulatedSuccess, { payment_id: made.payment_id }, await free.fresh())).status).toBe(200)
  expect(await balance()).toBe(0n)
})

test('an order without the coupon replaces the one with it and gives it back', async () => {
  const [undecided, next] = [await signUpShopper(), await signUpShopper()]
  const { code } = await coupon({ amount: 100, max_redemptions: 1 })
  await undecided.order(code)
  const plain = await server.call(createOrder, undecided.choice, undecided.token)
  expect(plain.body.data.amount).toBe(99_900)
  expect((await next.pay(code)).status).toBe(200)
})

test('plans, days, the switch, credit that covers the price, unknown codes and bad forms are refused in words', async () => {
  const shopper = await signUpShopper()
  const elsewhere = shopper.botPlan('rsi_strategy').id
  const cases = [
    [await coupon({ amount: 100, plan_ids: [elsewhere] }), 'COUPON_OTHER_PLAN'],
    [await coupon({ amount: 100, first_day: '2030-01-01' }), 'COUPON_UNKNOWN'],
    [{ code: 'NOBODY-KNOWS' }, 'COUPON_UNKNOWN'],
  ] as const
  for (const [{ code }, refusal] of cases) {
    expect(codeOf(await server.call(quoteCoupon, { coupon: code, ...shopper.choice }, await shopper.fresh()))).toBe(
      refusal,
    )
    expect(codeOf(await shopper.order(code))).toBe(refusal)
  }
  const off = await coupon({ percent: 10 })
  await server.call(switchCoupon, { id: off.id, is_active: false }, await asAdmin())
  expect(codeOf(await shopper.order(off.code))).toBe('COUPON_UNKNOWN')
  const post = async (body: object) =>
    (await server.raw('POST', '/api/admin/coupons/', { token: await asAdmin(), body: JSON.stringify(body) })).body
  expect(await post({ coupon: 'A B', percent: 10 })).toMatchObject({ coupon: [expect.stringContaining('3 to 24')] })
  expect(await post({ coupon: 'BOTH', percent: 10, amount: 10 })).toMatchObject({
    amount: ['Enter either a percentage or an amount'],
  })
  expect(await post({ coupon: off.code, percent: 10 })).toMatchObject({
    coupon: ['A coupon with this code already exists'],
  })
  expect(await post({ coupon: 'OVER', percent: 10, last_day: '2020-01-01' })).toMatchObject({
    last_day: ['This day is over'],
  })
  expect((await server.call(createCoupon, { coupon: 'MINE', percent: 100 }, await shopper.fresh())).status).toBe(403)
})

test('a coupon of the whole price leaves one rupee to pay', async () => {
  const shopper = await signUpShopper()
  const { code } = await coupon({ percent: 100 })
  const { body } = await server.call(quoteCoupon, { coupon: code, ...shopper.choice }, shopper.token)
  expect(body).toMatchObject({ discount: 998, due: 1 })
  expect((await shopper.pay(code, 1)).status).toBe(200)
  expect(await balance()).toBe(0n)
})

test('an upgrade with a coupon charges its quote less the coupon, starts a full period, and a later change keeps only what was paid', async () => {
  const shopper = await signUpShopper()
  await server.call(
    simulatedSuccess,
    {
      payment_id: (await server.call(createOrder, shopper.choice, shopper.token)).body.data.payment_id,
    },
    shopper.token,
  )
  server.moveTime(10 * DAY_MS)
  const token = await shopper.fresh()
  const dearer = { bot_plan_id: shopper.botPlan('momentum_strategy').id }
  const { code } = await coupon({ amount: 300 })
  const plain = (await server.call(quoteUpgrade, dearer, token)).body
  server.moveTime(60_000)
  const quote = (await server.call(quoteCoupon, { coupon: code, ...dearer }, token)).body
  expect(quote.due).toBe(Math.round((plain.due - 300) * 100) / 100)
  server.moveTime(60_000)
  const done = await server.call(upgradeSubscription, { ...dearer, coupon: code, due: quote.due }, token)
  const charged = server.db.selectFrom('payments').select('amount_paise').where('user_id', '=', shopper.user.id)
  const [upgrade] = await charged.where('purpose', '=', 'upgrade').execute()
  expect(upgrade?.amount_paise).toBe(String(Math.round(quote.due * 100)))
  const { subscription } = done.body
  // The two minutes since the quote are used up: they are missing at the end, as without a coupon.
  const missingMs = 30 * DAY_MS - (Date.parse(subscription.end_date ?? '') - server.deps.clock.now().getTime())
  expect(missingMs).toBeGreaterThan(0)
  expect(missingMs).toBeLessThan(150_000)
  expect(subscription.bot_plan?.price).toBe(1999)
  expect(subscription.unused_value).toBeGreaterThan(1698.9)
  expect(subscription.unused_value).toBeLessThan(1699)
  const cheaper = (await server.call(downgradeSubscription, shopper.choice, token)).body.subscription
  expect(cheaper.unused_value + cheaper.credit).toBeCloseTo(subscription.unused_value + subscription.credit, 2)
  expect(await balance()).toBe(0n)
})

test('the redemptions of a coupon add up to its figures', async () => {
  for (const each of (await server.call(listCoupons, {}, await asAdmin())).body) {
    const reply = await server.call(listRedemptions, { id: each.id }, await asAdmin())
    expect(reply.body).toHaveLength(each.redeemed)
    const discount = reply.body.reduce((sum, row) => sum + Math.round(row.discount * 100), 0)
    expect(discount).toBe(Math.round(each.discount * 100))
  }
})

test('a percentage never takes off more than its part, in whole paise', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.bigInt({ min: 100n, max: 10n ** 12n }), (percent, price) => {
      const off = discountOf({ percent, amount_paise: null }, price)
      return off * 100n <= price * BigInt(percent) && (off + 1n) * 100n > price * BigInt(percent)
    }),
  )
})
