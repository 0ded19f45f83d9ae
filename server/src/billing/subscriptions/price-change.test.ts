// A changed price is for those who buy from now on: a holder keeps the price of the period paid, everywhere.
import { createOrder, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { readPlanHolders } from '@trading-bot/contract/rest/billing/plan-admin'
import * as reports from '@trading-bot/contract/rest/billing/subscription-reports'
import * as api from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminForFile, relog } from '../../testing/test-accounts.ts'
import { signUpBuyer, signUpHolder } from '../../testing/test-plans.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { expireSubscriptions } from './expire-subscriptions.ts'

const server = serverForFile()
const admin = adminForFile(server)

const setPrice = (id: string, rupees: number) =>
  sql`update bot_plans set price_paise = ${rupees * 100} where id = ${id}`.execute(server.db)
const setDays = (id: string, days: number) =>
  sql`update bot_plans set duration_days = ${days} where id = ${id}`.execute(server.db)
const held = async (token: string) => (await server.call(api.readMySubscription, {}, token)).body
const reported = async (email: string) =>
  (await server.call(reports.listAdminSubscriptions, { user_email: email }, await relog(server, admin.access))).body
    .subscriptions[0]

test('a holder keeps the price that was paid on every screen, and is compared by it', async () => {
  const { token, user, botPlan } = await signUpHolder(server)
  const [ema, rsi] = [botPlan('ema_strategy'), botPlan('rsi_strategy')]
  const before = [await held(token), await reported(user.email)]
  await setPrice(ema.id, rsi.price + 500)
  expect([await held(token), await reported(user.email)]).toEqual(before)
  expect(before[0]).toMatchObject({ bot_plan: { price: ema.price } })
  const change = (spec: typeof api.upgradeSubscription | typeof api.downgradeSubscription, id: string) =>
    server.call(spec, { bot_plan_id: id }, token)
  expect((await change(api.upgradeSubscription, ema.id)).body).toMatchObject({ code: 'SAME_PLAN' })
  // Cheaper than the plan costs now, and dearer than its holder pays.
  expect((await change(api.downgradeSubscription, rsi.id)).body).toMatchObject({ code: 'NOT_CHEAPER' })
  expect((await change(api.upgradeSubscription, rsi.id)).status).toBe(200)
  expect((await held(token)).bot_plan).toMatchObject({ name: rsi.name, price: rsi.price })
  await setPrice(ema.id, ema.price)
})

test('a length that is edited is for periods that are bought from now on: what runs and what is ordered keep theirs', async () => {
  const { token: earlier, botPlan, subscription } = await signUpHolder(server)
  const plan = botPlan('ema_strategy')
  const ordering = await signUpBuyer(server)
  const { data: order } = (await server.call(createOrder, { bot_plan_id: plan.id }, ordering.token)).body
  const endsAt = server.deps.clock.now().getTime() + 30 * DAY_MS
  server.moveTime(10 * DAY_MS)
  const token = await relog(server, earlier)
  const [before, usage] = [await held(token), (await server.call(api.readUsage, {}, token)).body]
  await setDays(plan.id, 10)
  expect(await held(token)).toEqual(before)
  expect((await server.call(api.readUsage, {}, token)).body).toEqual(usage)
  await expireSubscriptions(server.deps)
  expect(await held(token)).toMatchObject({ status: 'active', end_date: subscription.end_date })
  expect(Date.parse(subscription.end_date ?? '')).toBe(endsAt)
  // The order was for 30 days; a purchase from now on is for 10.
  const buyer = await relog(server, ordering.token)
  await server.call(simulatedSuccess, { payment_id: order.payment_id }, buyer)
  const daysLeft = ({ end_date }: { end_date: string | null }) =>
    (Date.parse(end_date ?? '') - server.deps.clock.now().getTime()) / DAY_MS
  expect(daysLeft(await held(buyer))).toBe(30)
  expect(daysLeft((await signUpHolder(server)).subscription)).toBe(10)
  await setDays(plan.id, 30)
})

test('a cancelled plan shows the day it ended, not the day it was paid until', async () => {
  const { token: earlier, user } = await signUpHolder(server)
  server.moveTime(86_400_000)
  const token = await relog(server, earlier)
  const at = server.deps.clock.now().toISOString()
  await server.call(api.cancelSubscription, {}, token)
  expect((await held(token)).end_date).toBe(at)
  expect((await reported(user.email))?.end_date).toBe(at)
})

test('before a price is changed, an administrator reads how many hold the plan and at what price', async () => {
  const { token, botPlan } = await signUpHolder(server, 'macd_strategy')
  const plan = botPlan('macd_strategy')
  const holders = async (id: string) => server.call(readPlanHolders, { id }, await relog(server, admin.access))
  expect((await holders(plan.id)).body).toEqual([{ price: plan.price, holders: 1, next_price: null }])
  await setPrice(plan.id, plan.price + 300)
  await signUpHolder(server, 'macd_strategy')
  expect((await holders(plan.id)).body).toEqual([
    { price: plan.price, holders: 1, next_price: null },
    { price: plan.price + 300, holders: 1, next_price: null },
  ])
  await server.call(api.cancelSubscription, {}, token)
  expect((await holders(plan.id)).body).toEqual([{ price: plan.price + 300, holders: 1, next_price: null }])
  expect((await holders('01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2')).status).toBe(404)
  await setPrice(plan.id, plan.price)
})
