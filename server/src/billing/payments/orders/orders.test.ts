// Orders: what they cost, when one exists, and two tabs at the same time.
import { DAY_MS } from '@trading-bot/core/time'
import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { createOrder, listPayments, quoteUpgrade, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import {
  createSubscription,
  downgradeSubscription,
  readMySubscription,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newestMail, relog } from '../../../testing/test-accounts.ts'
import { buy, ledgerSum, signUpBuyer, signUpHolder } from '../../../testing/test-plans.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { postEntry } from '../../ledger/index.ts'
import { lockBilling } from '../../subscriptions/index.ts'
import { invoicePayments } from '../captures/invoice-payments.ts'
import { changePayment } from '../payment-store.ts'

const server = serverForFile()

const changePlan = (id: string, change: object) =>
  server.db.updateTable('bot_plans').set(change).where('id', '=', id).execute()

test('a payment that waits for the billing lock does not hold the row that another tab needs', async () => {
  const { token, botPlan, user } = await signUpBuyer(server)
  const { data } = (await server.call(createOrder, { bot_plan_id: botPlan('ema_strategy').id }, token)).body
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const isWaiting = async () => {
    const { rows } = await waiting.execute(server.db)
    expect(rows.length).toBeGreaterThan(0)
  }
  const paid = await server.db.transaction().execute(async (tx) => {
    await lockBilling(tx, user.id, server.deps.clock.now())
    const paying = server.call(simulatedSuccess, { payment_id: data.payment_id }, token)
    await vi.waitFor(isWaiting, { interval: 5 })
    // What another order does now: if the waiting one had locked the payment, neither could continue.
    await changePayment(tx, data.payment_id, { failure: 'seen by the other tab' })
    // A row that only references the user, here the log line of a failed log-in, does not wait for the billing lock.
    const failed = await server.call(logIn, { username: user.username, password: 'Wrong123' })
    expect(failed.status).toBe(400)
    return { paying }
  })
  expect((await paid.paying).status).toBe(200)
})

test('a changed price creates a new order, and the old one is refunded if it is still paid', async () => {
  const { token, botPlan, user } = await signUpBuyer(server)
  const { id } = botPlan('rsi_strategy')
  const old = (await server.call(createOrder, { bot_plan_id: id }, token)).body.data
  await changePlan(id, { price_paise: 139_900 })
  const fresh = (await server.call(createOrder, { bot_plan_id: id }, token)).body.data
  await changePlan(id, { price_paise: 129_900 })
  expect([old.amount, fresh.amount]).toEqual([129_900, 139_900])
  const late = await server.call(simulatedSuccess, { payment_id: old.payment_id }, token)
  expect(late.body).toMatchObject({ code: 'PAYMENT_REPLACED' })
  await invoicePayments(server.deps)
  const payments = (await server.call(listPayments, {}, token)).body
  expect(payments.map(({ invoice_number }) => invoice_number)).toEqual([null, null])
  expect((await server.call(simulatedSuccess, { payment_id: fresh.payment_id }, token)).status).toBe(200)
  expect((await newestMail(server, user.email)).subject).toBe('Payment received: RSI Monthly')
})

test('an inactive or archived plan can neither be bought nor changed to', async () => {
  const { token, botPlan } = await signUpHolder(server, 'macd_strategy')
  const newcomer = await signUpBuyer(server)
  const [cheap, dear] = [botPlan('ema_strategy').id, botPlan('momentum_strategy').id]
  for (const gone of [{ is_active: false }, { archived_at: new Date() }]) {
    for (const id of [cheap, dear]) await changePlan(id, gone)
    const replies = [
      await server.call(createSubscription, { bot_plan_id: cheap }, newcomer.token),
      await server.call(createOrder, { bot_plan_id: cheap }, newcomer.token),
      await server.call(upgradeSubscription, { bot_plan_id: dear }, token),
      await server.call(downgradeSubscription, { bot_plan_id: cheap }, token),
    ]
    for (const id of [cheap, dear]) await changePlan(id, { is_active: true, archived_at: null })
    expect(replies.map(({ body }) => (body as unknown as { code: string }).code)).toEqual(
      replies.map(() => 'PLAN_NOT_OFFERED'),
    )
  }
})

test('no second plan is sold beside one, nor its renewal until three days before its end, and a renewal paid after the end is refunded', async () => {
  const { token, botPlan } = await signUpHolder(server)
  const choice = { bot_plan_id: botPlan('ema_strategy').id }
  server.moveTime(27 * DAY_MS - 1)
  const early = await relog(server, token)
  for (const reply of [
    await server.call(createSubscription, choice, early),
    await server.call(createSubscription, { bot_plan_id: botPlan('macd_strategy').id }, early),
    await server.call(createOrder, choice, early),
  ])
    expect(reply.body).toMatchObject({ code: 'ALREADY_SUBSCRIBED' })
  server.moveTime(1)
  const { data } = (await server.call(createOrder, choice, early)).body
  server.moveTime(3 * DAY_MS)
  const late = await relog(server, token)
  // Over, although no sweep has run yet.
  expect((await server.call(readMySubscription, {}, late)).status).toBe(200)
  const paid = await server.call(simulatedSuccess, { payment_id: data.payment_id }, late)
  expect(paid.body).toMatchObject({ code: 'PAYMENT_REPLACED' })
  expect((await server.call(readMySubscription, {}, late)).body.status).toBe('expired')
})

test('a plan is renewed by hand at any time, once: 20 at the same time pay one period after the running one', async () => {
  const { token, botPlan, subscription } = await signUpHolder(server)
  const choice = { bot_plan_id: botPlan('ema_strategy').id }
  expect(subscription.is_renewed).toBe(false)
  const before = await ledgerSum(server)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { body } = await server.call(createOrder, { ...choice, renew: true }, token)
      if (!body.data) return (body as unknown as { code: string }).code
      return (await server.call(simulatedSuccess, { payment_id: body.data.payment_id }, token)).status
    }),
  )
  expect(answers).toContain(200)
  expect(answers.filter((answer) => answer !== 200 && answer !== 'ALREADY_RENEWED')).toEqual([])
  const { body } = await server.call(readMySubscription, {}, token)
  expect(Date.parse(body.end_date ?? '') - Date.parse(subscription.end_date ?? '')).toBe(30 * DAY_MS)
  expect(body).toMatchObject({ amount_paid: 1998, unused_value: 1998, is_renewed: true })
  const after = await ledgerSum(server)
  const moved = (account: string) => (after[account] ?? 0n) - (before[account] ?? 0n)
  expect([moved('cash'), moved('deferred'), moved('credit')]).toEqual([99_900n, -99_900n, 0n])
  const again = await server.call(createOrder, { ...choice, renew: true }, token)
  expect(again.body).toMatchObject({ code: 'ALREADY_RENEWED' })
  expect((await server.call(listPayments, {}, token)).body.map(({ purpose }) => purpose)).toEqual([
    'renewal',
    'purchase',
  ])
})

test("three months cost three times the month and last 90 days, whatever the plan's own length", async () => {
  const { token, plans } = await signUpBuyer(server)
  const choice = { plan_id: plans[0]?.id ?? '', billing_cycle: 'quarterly' as const }
  await server.call(createSubscription, choice, token)
  const { data } = (await server.call(createOrder, choice, token)).body
  expect(data.amount).toBe(3 * 49_900)
  const { body } = await server.call(simulatedSuccess, { payment_id: data.payment_id }, token)
  const { start_date, end_date } = body.subscription
  expect(Date.parse(end_date ?? '') - Date.parse(start_date ?? '')).toBe(90 * DAY_MS)
})

test('credit reduces the next charge of a purchase and of an upgrade', async () => {
  const { token, botPlan, user } = await signUpBuyer(server)
  const credit = (paise: bigint) =>
    server.db.transaction().execute((tx) => {
      const lines = { cash: paise, credit: -paise }
      return postEntry(tx, { kind: 'test', userId: user.id, lines }, server.deps.clock.now())
    })
  await credit(100_00n)
  const { order } = await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  expect(order.amount).toBe(899_00)
  await credit(50_00n)
  const { body } = await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  expect(body.subscription).toMatchObject({ amount_paid: 899 + 950, unused_value: 1999, credit: 0 })
})

test("a downgrade in a plan's last seconds changes the plan and loses no value", async () => {
  const { token, botPlan } = await signUpHolder(server, 'momentum_strategy')
  server.moveTime(30 * DAY_MS - 1)
  const choice = { bot_plan_id: botPlan('ema_strategy').id }
  const { status, body } = await server.call(downgradeSubscription, choice, await relog(server, token))
  expect([status, body.subscription?.bot_plan?.name]).toEqual([200, 'EMA Monthly'])
})

test('an upgrade is charged what was quoted, to the paise, until the quote expires or its basis changes', async () => {
  const holder = await signUpHolder(server)
  const choice = { bot_plan_id: holder.botPlan('rsi_strategy').id }
  const quote = async () => (await server.call(quoteUpgrade, choice, await relog(server, holder.token))).body
  const upgrade = async () => server.call(upgradeSubscription, choice, await relog(server, holder.token))
  const { due, charge, unused_value, credit } = await quote()
  expect(due).toBe(Math.round((charge - unused_value - credit) * 100) / 100)
  server.moveTime(16 * 60_000)
  // Nobody is charged what was not shown.
  expect((await upgrade()).body).toMatchObject({ code: 'QUOTE_EXPIRED' })
  const again = await quote()
  expect(again.due).toBeGreaterThan(due)
  server.moveTime(14 * 60_000)
  expect((await upgrade()).status).toBe(200)
  const [paid] = (await server.call(listPayments, {}, await relog(server, holder.token))).body
  expect(paid).toMatchObject({ purpose: 'upgrade', amount: again.due })
  expect(Object.values(await ledgerSum(server)).reduce((sum, one) => sum + one, 0n)).toBe(0n)
  const cheaper = { bot_plan_id: holder.botPlan('ema_strategy').id }
  expect((await server.call(quoteUpgrade, cheaper, await relog(server, holder.token))).body).toMatchObject({
    code: 'NOT_DEARER',
  })
})
