// What an operator may do to one user's plan and money: with a reason, once, and in the ledger.
import * as goodwill from '@trading-bot/contract/rest/billing/goodwill'
import { listPayers, readBusiness } from '@trading-bot/contract/rest/billing/business'
import { createOrder, refundPayment, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { readRenewal } from '@trading-bot/contract/rest/billing/renewals'
import * as api from '@trading-bot/contract/rest/billing/subscriptions'
import { readUserPage, readUserRecords } from '@trading-bot/contract/rest/operations/user-page'
import { DAY_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { adminForFile, auditOf, newestMail, relog } from '../../testing/test-accounts.ts'
import { ledgerSum, signUpBuyer, signUpHolder } from '../../testing/test-plans.ts'
import { passTime, runMinute, signUpPayer } from '../../testing/test-renewals.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { rollUpBusiness } from '../business/index.ts'
import { sendRefund } from '../payments/index.ts'

const server = serverForFile()
const admin = adminForFile(server)
const asAdmin = () => relog(server, admin.access)
const reason = 'The feed was down on Monday'

const held = async (token: string) => (await server.call(api.readMySubscription, {}, await relog(server, token))).body
const pageOf = async (id: string) => (await server.call(readUserPage, { id }, await asAdmin())).body
const balance = async () => Object.values(await ledgerSum(server)).reduce((sum, each) => sum + each, 0n)
const endOf = (subscription: { end_date: string | null }) => Date.parse(subscription.end_date ?? '')
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code

test('free days lengthen a plan once, cost nothing, count in no figure of money and keep nobody from paying', async () => {
  const { user, token, subscription } = await signUpHolder(server)
  await rollUpBusiness(server.deps)
  const mrr = async () => (await server.call(readBusiness, {}, await asAdmin())).body.mrr
  const [before, ledger] = [await mrr(), await ledgerSum(server)]
  const input = { id: user.id, days: 7, reason, ends_before: subscription.end_date ?? '' }
  const operator = await asAdmin()
  const replies = await Promise.all([
    server.call(goodwill.extendPlan, input, operator),
    server.call(goodwill.extendPlan, input, operator),
  ])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.map(codeOf)).toContain('END_CHANGED')
  const extended = await held(token)
  expect(endOf(extended) - endOf(subscription)).toBe(7 * DAY_MS)
  expect(extended).toMatchObject({ unused_value: subscription.unused_value, is_renewed: false, amount_paid: 999 })
  expect(await ledgerSum(server)).toEqual(ledger)
  const mail = await newestMail(server, user.email)
  expect(mail.subject).toBe('7 days added to EMA Monthly')
  expect(mail.text).toContain(`Why: ${reason}`)
  const own = (await server.call(goodwill.listGoodwill, {}, token)).body
  expect(own).toMatchObject([{ kind: 'days', days: 7, plan_name: 'EMA Monthly', ends_at: extended.end_date, reason }])
  expect((await pageOf(user.id)).goodwill).toEqual(own)
  expect(await auditOf(server, subscription.id)).toContain('subscription.extended')
  await rollUpBusiness(server.deps)
  expect(await mrr()).toBe(before)
  // The paid time is over and the free days run: the plan is valid, and nobody pays for it now.
  server.moveTime(31 * DAY_MS)
  await rollUpBusiness(server.deps)
  expect((await held(token)).status).toBe('active')
  const payers = await server.call(listPayers, { month: '2026-12', list: 'paying' }, await asAdmin())
  expect(payers.body.map((each) => each.user.id)).not.toContain(user.id)
  const choice = { bot_plan_id: extended.bot_plan?.id ?? '', renew: true }
  const order = await server.call(createOrder, choice, await relog(server, token))
  await server.call(simulatedSuccess, { payment_id: order.body.data.payment_id }, await relog(server, token))
  expect(endOf(await held(token)) - endOf(extended)).toBe(30 * DAY_MS)
  expect(await balance()).toBe(0n)
})

test('days go along with a plan change, and are fewer on a dearer plan', async () => {
  const { user, token, subscription, plans } = await signUpHolder(server, 'rsi_strategy')
  const price = subscription.bot_plan?.price ?? 0
  const given = { id: user.id, days: 10, reason, ends_before: subscription.end_date ?? '' }
  await server.call(goodwill.extendPlan, given, await asAdmin())
  const dearer = plans.find((plan) => plan.price > price)!
  await server.call(api.upgradeSubscription, { plan_id: dearer.id }, token)
  const upgraded = await held(token)
  const freeMs = Math.floor((10 * DAY_MS * price) / dearer.price)
  expect(endOf(upgraded) - server.deps.clock.now().getTime()).toBe(30 * DAY_MS + freeMs)
})

test('whoever has no plan can be granted one; it is no trial, has no price and ends by itself', async () => {
  const buyer = await signUpBuyer(server)
  const plan = buyer.botPlan('macd_strategy')
  const grant = { id: buyer.user.id, bot_plan_id: plan.id, days: 14, reason }
  const replies = await Promise.all(
    [grant, grant].map(async (input) => server.call(goodwill.grantPlan, input, await asAdmin())),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.map(codeOf)).toContain('HAS_A_PLAN')
  expect(await held(buyer.token)).toMatchObject({
    status: 'active',
    trial: null,
    auto_renew: false,
    amount_paid: 0,
    unused_value: 0,
    bot_plan: { name: plan.name, price: plan.price },
  })
  const empty = { id: buyer.user.id, days: 14, reason }
  expect(codeOf(await server.call(goodwill.grantPlan, empty, await asAdmin()))).toBe('PLAN_NOT_OFFERED')
  server.moveTime(14 * DAY_MS)
  await runMinute(server)
  expect((await held(buyer.token)).status).toBe('expired')
})

test('a trial that is extended stays a trial, with its notices given anew', async () => {
  const buyer = await signUpBuyer(server)
  const plan = buyer.botPlan('ema_strategy')
  await server.db.updateTable('bot_plans').set({ trial_days: 14 }).where('id', '=', plan.id).execute()
  await server.call(api.startTrial, { bot_plan_id: plan.id }, buyer.token)
  const trial = await held(buyer.token)
  const input = { id: buyer.user.id, days: 5, reason, ends_before: trial.end_date ?? '' }
  expect((await server.call(goodwill.extendPlan, input, await asAdmin())).status).toBe(200)
  const longer = await held(buyer.token)
  expect(longer.trial?.ends_at).toBe(longer.end_date)
  expect(endOf(longer) - endOf(trial)).toBe(5 * DAY_MS)
})

test('a plan is changed by its value alone; what would not last a day is refused, and the preview is what happens', async () => {
  const { user, token, subscription, botPlan } = await signUpHolder(server)
  const other = botPlan('rsi_strategy')
  const choice = { id: user.id, bot_plan_id: other.id }
  const ledger = await balance()
  const shown = (await server.call(goodwill.previewPlanOfUser, choice, await asAdmin())).body
  expect(shown).toMatchObject({ unused_value: 999, credit: 0 })
  expect((await held(token)).bot_plan?.name).toBe('EMA Monthly')
  const input = { ...choice, reason, ends_before: subscription.end_date ?? '' }
  const changed = await server.call(goodwill.changePlanOfUser, input, await asAdmin())
  expect(changed.body.end_date).toBe(shown.end_date)
  const after = await held(token)
  expect(after).toMatchObject({ bot_plan: { name: other.name }, end_date: shown.end_date, amount_paid: 999 })
  expect(after.unused_value + after.credit).toBe(999)
  expect(codeOf(await server.call(goodwill.changePlanOfUser, input, await asAdmin()))).toBe('END_CHANGED')
  const again = { ...input, ends_before: after.end_date ?? '' }
  expect(codeOf(await server.call(goodwill.changePlanOfUser, again, await asAdmin()))).toBe('PLAN_HELD')
  expect(await balance()).toBe(ledger)
  expect((await newestMail(server, user.email)).subject).toBe(`Your plan is now ${other.name}`)
  // In its last hours there is hardly any value left.
  server.moveTime(endOf(after) - server.deps.clock.now().getTime() - 3_600_000)
  const back = { ...again, bot_plan_id: botPlan('ema_strategy').id }
  expect(codeOf(await server.call(goodwill.changePlanOfUser, back, await asAdmin()))).toBe('TOO_LITTLE_VALUE')
  expect((await held(token)).bot_plan?.name).toBe(other.name)
})

test('credit is given once, against an account of its own, lowers the next payment and is never paid out', async () => {
  const { user, token, subscription, paymentId } = await signUpHolder(server)
  const before = await ledgerSum(server)
  const input = { id: user.id, amount: 200.5, reason, credit_before: 0 }
  const operator = await asAdmin()
  const replies = await Promise.all([1, 2].map(() => server.call(goodwill.giveCredit, input, operator)))
  expect(replies.map(codeOf).filter(Boolean)).toEqual(['CREDIT_CHANGED'])
  const after = await ledgerSum(server)
  expect((after['goodwill'] ?? 0n) - (before['goodwill'] ?? 0n)).toBe(20_050n)
  expect((after['credit'] ?? 0n) - (before['credit'] ?? 0n)).toBe(-20_050n)
  expect((await pageOf(user.id)).credit).toBe(200.5)
  const [debit] = (await server.call(readRenewal, {}, token)).body.first_debits
  expect(debit).toMatchObject({ price: 999, credit: 200.5, amount: 798.5 })
  const above = { id: paymentId, amount: 1199.5, refunded_before: 0, reason }
  expect(codeOf(await server.call(refundPayment, above, operator))).toBe('REFUND_ABOVE_PAID')
  expect((await held(token)).end_date).toBe(subscription.end_date)
})

test('a goodwill refund leaves the paid time alone, is bounded by what was paid, and is paid once', async () => {
  const { token, subscription, paymentId } = await signUpHolder(server)
  const input = { id: paymentId, amount: 300, refunded_before: 0, keeps_time: true }
  const operator = await asAdmin()
  expect(codeOf(await server.call(refundPayment, input, operator))).toBe('REFUND_TOO_LARGE')
  const replies = await Promise.all([1, 2].map(() => server.call(refundPayment, { ...input, reason }, operator)))
  expect(replies.map(codeOf).filter(Boolean)).toEqual(['REFUND_CHANGED'])
  expect(await held(token)).toMatchObject({ end_date: subscription.end_date, unused_value: 999, status: 'active' })
  const { id } = await server.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await sendRefund(server.deps, id)
  const { payments } = await pageOf((await held(token)).user.id)
  expect(payments[0]).toMatchObject({ amount_refunded: 300, status: 'success' })
  const rest = { ...input, amount: 699.01, refunded_before: 300, reason }
  expect(codeOf(await server.call(refundPayment, rest, operator))).toBe('REFUND_ABOVE_PAID')
  expect(await balance()).toBe(0n)
  // An ordinary refund later gives back no more than what is left of the payment.
  await server.call(refundPayment, { id: paymentId, amount: 699, refunded_before: 300 }, operator)
  expect(await balance()).toBe(0n)
  expect(codeOf(await server.call(refundPayment, { ...rest, refunded_before: 999, amount: 1 }, operator))).toBe(
    'NOT_REFUNDABLE',
  )
})

test('nothing is changed while the bank debits the next period, or without a reason', async () => {
  const payer = await signUpPayer(server, { outcome: 'none' })
  const end = endOf(await held(payer.token))
  server.moveTime(end - 3 * DAY_MS - server.deps.clock.now().getTime())
  await runMinute(server)
  await passTime(server, DAY_MS)
  server.moveTime(2 * 60_000)
  await runMinute(server)
  const { renewal } = (await server.call(readRenewal, {}, await relog(server, payer.token))).body
  expect(renewal?.attempts[0]?.state).toBe('debiting')
  const input = { id: payer.user.id, days: 7, ends_before: new Date(end).toISOString() }
  expect(codeOf(await server.call(goodwill.extendPlan, { ...input, reason }, await asAdmin()))).toBe('DEBIT_AT_BANK')
  const bare = { ...input, reason: ' ' }
  const refused = await server.call(goodwill.extendPlan, bare, await asAdmin())
  expect([refused.status, refused.body]).toMatchObject([400, { reason: ['Say why: the user reads it'] }])
  const trader = await server.call(goodwill.extendPlan, { ...input, reason }, await relog(server, payer.token))
  expect(trader.status).toBe(403)
})

test('one user’s records: log lines, audit and the subjects of mails, and nobody else’s', async () => {
  const [one, other] = [await signUpHolder(server), await signUpHolder(server)]
  const input = { id: one.user.id, amount: 50, reason, credit_before: 0 }
  await server.call(goodwill.giveCredit, input, await asAdmin())
  const records = (await server.call(readUserRecords, { id: one.user.id }, await asAdmin())).body
  expect(records.logs.map(({ message }) => message)).toContain('₹50.00 of credit given by an operator')
  expect(records.logs.every(({ user }) => user?.email === one.user.email)).toBe(true)
  expect(records.audit.map(({ action }) => action)).toContain('user.credit-given')
  expect(records.mails[0]).toMatchObject({ subject: '₹50.00 added to your credit', state: 'kept' })
  expect(JSON.stringify(records.mails)).not.toContain('It lowers your next payment')
  expect(JSON.stringify(records)).not.toContain(other.user.email)
})
