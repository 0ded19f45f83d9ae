// Renewal by mandate at the simulated bank, in virtual days.
import { DAY_MS } from '@trading-bot/core/time'
import { createOrder, listPayments, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { cancelMandate, listRenewals, readRenewal } from '@trading-bot/contract/rest/billing/renewals'
import {
  readMySubscription,
  toggleAutoRenew,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { adminForFile, mailsTo, newestMail, relog } from '../../testing/test-accounts.ts'
import { ledgerSum, signUpHolder } from '../../testing/test-plans.ts'
import { passTime, runMinute, signUpPayer } from '../../testing/test-renewals.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { invoicePayments, renewSubscriptions } from '../payments/index.ts'

const server = serverForFile()
const admin = adminForFile(server)
const HOUR_MS = 3_600_000

type Payer = Awaited<ReturnType<typeof signUpPayer>>
const subscriptionOf = async ({ token }: Payer) =>
  (await server.call(readMySubscription, {}, await relog(server, token))).body
const panelOf = async ({ token }: Payer) => (await server.call(readRenewal, {}, await relog(server, token))).body
const endOf = ({ subscription }: Payer) => Date.parse(subscription.end_date ?? '')
const until = (payer: Payer, beforeEndMs: number) => endOf(payer) - beforeEndMs - server.deps.clock.now().getTime()
const balance = async () => Object.values(await ledgerSum(server)).reduce((sum, each) => sum + each, 0n)

test('a plan is announced three days before its end, debited a day later, and extended to the millisecond once', async () => {
  const payer = await signUpPayer(server)
  expect((await panelOf(payer)).next_debit).toMatchObject({
    at: new Date(endOf(payer) - 2 * DAY_MS).toISOString(),
    price: 999,
    credit: 1,
    amount: 998,
  })
  server.moveTime(until(payer, 3 * DAY_MS + 1))
  await runMinute(server)
  expect((await panelOf(payer)).renewal).toBeNull()
  server.moveTime(1)
  await runMinute(server)
  expect((await panelOf(payer)).renewal).toMatchObject({ state: 'open', attempts: [{ number: 1, state: 'announced' }] })
  const notice = await newestMail(server, payer.user.email)
  expect(notice.subject).toBe('₹998.00 will be debited for EMA Monthly')
  expect(notice.text).toContain('(₹999.00 less ₹1.00 of your credit) from UPI Autopay (Test Bank, 4242)')
  expect(notice.text).toContain('If you do not want this, cancel automatic payments: ')
  await passTime(server, DAY_MS)
  expect((await panelOf(payer)).renewal?.attempts[0]?.state).toBe('announced')
  await passTime(server, 6 * HOUR_MS, HOUR_MS)
  const renewed = await subscriptionOf(payer)
  expect(Date.parse(renewed.end_date ?? '') - endOf(payer)).toBe(30 * DAY_MS)
  expect(renewed).toMatchObject({ amount_paid: 1998, credit: 0, is_renewed: true })
  await passTime(server, 4 * DAY_MS)
  expect((await subscriptionOf(payer)).end_date).toBe(renewed.end_date)
  await invoicePayments(server.deps)
  const [debit] = (await server.call(listPayments, {}, await relog(server, payer.token))).body
  expect(debit).toMatchObject({ purpose: 'renewal', amount: 998, status: 'success' })
  expect(debit?.invoice_number).toMatch(/INV/)
  expect(await balance()).toBe(0n)
  // Nobody is asked to pay by hand what is debited.
  await renewSubscriptions(server.deps)
  expect((await mailsTo(server, payer.user.email)).filter((subject) => subject.includes(' ends on '))).toEqual([])
})

test('before there is a mandate the panel says what the first debit of each method would be', async () => {
  const holder = await signUpHolder(server)
  const { first_debits: first } = (await server.call(readRenewal, {}, holder.token)).body
  expect(first.map(({ method, amount }) => [method, amount])).toEqual([
    ['upi', 999],
    ['card', 999],
    ['emandate', 999],
  ])
  const end = Date.parse(holder.subscription.end_date ?? '')
  expect(first.map(({ at }) => end - Date.parse(at))).toEqual([2 * DAY_MS, 5 * DAY_MS - 129_900_000, 4 * DAY_MS])
})

test('a card begins five days before the end', async () => {
  const payer = await signUpPayer(server, { method: 'card' })
  server.moveTime(until(payer, 5 * DAY_MS))
  await runMinute(server)
  expect((await panelOf(payer)).renewal?.attempts).toHaveLength(1)
  await passTime(server, 2 * DAY_MS)
  expect((await subscriptionOf(payer)).is_renewed).toBe(true)
})

test('too little money: the next attempt comes after a final failure and a new notice, and after the end the period starts at the capture', async () => {
  const payer = await signUpPayer(server, { outcome: 'insufficient_balance' })
  server.moveTime(until(payer, DAY_MS))
  await runMinute(server)
  await passTime(server, DAY_MS + 8 * HOUR_MS, 4 * HOUR_MS)
  expect((await subscriptionOf(payer)).status).toBe('expired')
  const failed = (await panelOf(payer)).renewal
  expect(failed?.attempts[0]).toMatchObject({
    state: 'failed',
    failure: 'There was not enough money in your account.',
  })
  const mails = await mailsTo(server, payer.user.email)
  expect(mails).toContain('The payment for EMA Monthly did not go through')
  const failing = await server.call(listRenewals, { list: 'failing' }, await relog(server, admin.access))
  expect(failing.body.map(({ user }) => user.id)).toContain(payer.user.id)
  await passTime(server, 2 * DAY_MS)
  const renewed = await subscriptionOf(payer)
  expect(renewed.status).toBe('active')
  const [start, end] = [Date.parse(renewed.start_date ?? ''), Date.parse(renewed.end_date ?? '')]
  expect(start).toBeGreaterThan(endOf(payer))
  expect((await newestMail(server, payer.user.email)).text).toContain('Your plan runs again from now until ')
  expect(end - start).toBe(30 * DAY_MS)
  const recovered = await server.call(listRenewals, { list: 'recovered' }, await relog(server, admin.access))
  expect(recovered.body.map(({ user }) => user.id)).toContain(payer.user.id)
  expect(await balance()).toBe(0n)
})

test('a mandate that was revoked at the bank ends the attempts and asks for a new one', async () => {
  const payer = await signUpPayer(server, { outcome: 'revoked_at_bank' })
  server.moveTime(until(payer, 3 * DAY_MS))
  await runMinute(server)
  await passTime(server, 36 * HOUR_MS)
  const { renewal, mandate } = await panelOf(payer)
  expect(renewal).toMatchObject({ state: 'failed', reason: 'The mandate was cancelled at your bank.' })
  expect(mandate?.state).toBe('cancelled')
  expect(await mailsTo(server, payer.user.email)).toContain('EMA Monthly could not be renewed')
  await passTime(server, 3 * DAY_MS)
  expect((await subscriptionOf(payer)).status).toBe('expired')
})

test('a refused notice is a failure without a debit; a late or doubled webhook is not', async () => {
  for (const outcome of ['notice_refused', 'late_webhook', 'double_webhook', 'out_of_order'] as const) {
    const payer = await signUpPayer(server, { outcome })
    server.moveTime(until(payer, 3 * DAY_MS))
    await runMinute(server)
    await passTime(server, 2.9 * DAY_MS)
    const { renewal } = await panelOf(payer)
    expect([outcome, (await subscriptionOf(payer)).is_renewed]).toEqual([outcome, true])
    expect([outcome, renewal]).toEqual([outcome, null])
    expect((await subscriptionOf(payer)).amount_paid).toBe(1998)
  }
  expect(await balance()).toBe(0n)
}, 60_000)

test('a payment by hand ends the attempts, and turning renewal off or cancelling the mandate does too', async () => {
  const [paying, off, cancelling] = [await signUpPayer(server), await signUpPayer(server), await signUpPayer(server)]
  server.moveTime(until(paying, 3 * DAY_MS))
  await runMinute(server)
  const token = await relog(server, paying.token)
  const choice = { bot_plan_id: paying.botPlan('ema_strategy').id, renew: true }
  const { data } = (await server.call(createOrder, choice, token)).body
  expect((await server.call(simulatedSuccess, { payment_id: data.payment_id }, token)).status).toBe(200)
  await server.call(toggleAutoRenew, { auto_renew: false }, await relog(server, off.token))
  await server.call(cancelMandate, { id: cancelling.mandateId }, await relog(server, cancelling.token))
  await passTime(server, 2.9 * DAY_MS)
  expect((await subscriptionOf(paying)).amount_paid).toBe(1998)
  for (const other of [off, cancelling]) {
    expect((await panelOf(other)).renewal?.state).toBe('stopped')
    expect((await subscriptionOf(other)).amount_paid).toBe(1000)
  }
})

test('while the bank works on a debit a second payment is refused; a plan that was changed meanwhile is refunded', async () => {
  const payer = await signUpPayer(server)
  server.moveTime(until(payer, 3 * DAY_MS))
  await runMinute(server)
  await passTime(server, DAY_MS)
  server.moveTime(2 * 60_000)
  await runMinute(server)
  expect((await panelOf(payer)).renewal?.attempts[0]?.state).toBe('debiting')
  const token = await relog(server, payer.token)
  const choice = { bot_plan_id: payer.botPlan('ema_strategy').id, renew: true }
  expect((await server.call(createOrder, choice, token)).body).toMatchObject({ code: 'DEBIT_UNDER_WAY' })
  await server.call(upgradeSubscription, { bot_plan_id: payer.botPlan('macd_strategy').id }, token)
  await passTime(server, 3 * HOUR_MS)
  const paid = (await server.call(listPayments, {}, await relog(server, token))).body
  const debit = paid.find(({ purpose }) => purpose === 'renewal')
  expect(debit?.amount).toBe(998)
  expect((await subscriptionOf(payer)).is_renewed).toBe(false)
  const refunds = server.db.selectFrom('refunds').selectAll().where('payment_id', '=', debit!.id)
  expect(await refunds.execute()).toHaveLength(1)
})

test('credit that covers the price renews without a debit', async () => {
  const payer = await signUpPayer(server)
  const lines = { revenue: 99_900n, credit: -99_900n }
  const { postEntry } = await import('../ledger/index.ts')
  await server.db
    .transaction()
    .execute((tx) => postEntry(tx, { kind: 'goodwill', userId: payer.user.id, lines }, server.deps.clock.now()))
  server.moveTime(until(payer, 3 * DAY_MS))
  await runMinute(server)
  expect(await subscriptionOf(payer)).toMatchObject({ is_renewed: true, amount_paid: 1000 })
})

test('a holder keeps the price of the period paid, and a price above the mandate asks for approval', async () => {
  const [keeps, asked] = [await signUpPayer(server), await signUpPayer(server, { plan: 'rsi_strategy' })]
  const changePlan = (type: string, price: number) =>
    server.db.updateTable('bot_plans').set({ price_paise: price }).where('id', '=', keeps.botPlan(type).id).execute()
  await changePlan('ema_strategy', 149_900)
  await server.db.updateTable('mandates').set({ max_paise: 100_000 }).where('id', '=', asked.mandateId).execute()
  server.moveTime(until(keeps, 3 * DAY_MS))
  await runMinute(server)
  await changePlan('ema_strategy', 99_900)
  expect((await panelOf(keeps)).renewal?.attempts[0]?.amount).toBe(998)
  expect((await panelOf(asked)).renewal).toMatchObject({ state: 'by_hand', attempts: [] })
  expect(await mailsTo(server, asked.user.email)).toContain('Approve the renewal of RSI Monthly')
})
