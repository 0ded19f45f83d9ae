// A dearer price reaches holders by notice only, and an archived plan nobody new.
import { DUE_LISTS, listDue } from '@trading-bot/contract/rest/billing/business'
import { announcePrice, archivePlan, readPlanHolders } from '@trading-bot/contract/rest/billing/plan-admin'
import { createOrder, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { readRenewal } from '@trading-bot/contract/rest/billing/renewals'
import { createSubscription, readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminForFile, mailsTo, newestMail, relog, signUp } from '../../testing/test-accounts.ts'
import { signUpHolder } from '../../testing/test-plans.ts'
import { passTime, signUpPayer } from '../../testing/test-renewals.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { tellOfArchive, tellOfPrices } from './index.ts'

const server = serverForFile()
const admin = adminForFile(server)
const asAdmin = () => relog(server, admin.access)
const reason = 'Data costs more'
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code

type Holder = Awaited<ReturnType<typeof signUpHolder>>
const held = async ({ token }: Holder) => (await server.call(readMySubscription, {}, await relog(server, token))).body
const setPrice = (id: string, rupees: number) =>
  sql`update bot_plans set price_paise = ${rupees * 100} where id = ${id}`.execute(server.db)
const pay = async (holder: Holder) => {
  const token = await relog(server, holder.token)
  const choice = { bot_plan_id: holder.subscription.bot_plan?.id ?? '', renew: true }
  const order = await server.call(createOrder, choice, token)
  await server.call(simulatedSuccess, { payment_id: order.body.data.payment_id }, token)
  return order.body.data.amount
}
const announce = async (id: string, price: number, count: number) =>
  server.call(announcePrice, { id, price, count, reason }, await asAdmin())

test('who was not told renews at the old price; who was told 30 days before the renewal, at the new one', async () => {
  const early = await signUpHolder(server)
  const plan = early.botPlan('ema_strategy')
  const price = plan.price
  await setPrice(plan.id, price + 200)
  // Nobody was told: a renewal by hand costs what it did.
  expect(await held(early)).toMatchObject({ next_price: null })
  expect(await pay(early)).toBe(price * 100)
  const late = await signUpHolder(server, 'ema_strategy')
  expect((await held(late)).bot_plan?.price).toBe(price + 200)

  expect(codeOf(await announce(plan.id, price, 1))).toBe('PRICE_CHANGED')
  expect(codeOf(await announce(plan.id, price + 200, 2))).toBe('HOLDERS_CHANGED')
  expect((await announce(plan.id, price + 200, 1)).body.message).toContain('1 holder is told now')
  expect(codeOf(await announce(plan.id, price + 200, 1))).toBe('NOBODY_PAYS_LESS')
  // Recorded is not told: the thirty days begin with the mail.
  expect((await held(early)).next_price).toBeNull()
  await tellOfPrices(server.deps)
  await tellOfPrices(server.deps)
  const mails = (await mailsTo(server, early.user.email)).filter((subject) => subject.includes('new price'))
  expect(mails).toHaveLength(1)
  expect((await newestMail(server, early.user.email)).text).toContain(
    'Renewals from 16 December 2026 cost ₹1,199.00 a month.',
  )
  expect(await mailsTo(server, late.user.email)).not.toContain(mails[0])
  const { next_price, end_date, bot_plan } = await held(early)
  expect([next_price, bot_plan?.price]).toEqual([{ price: price + 200, from: end_date }, price])
  expect((await server.call(readPlanHolders, { id: plan.id }, await asAdmin())).body).toEqual([
    { price, holders: 1, next_price: price + 200 },
    { price: price + 200, holders: 1, next_price: null },
  ])
  // Its next renewal is 60 days away: the new price is charged, and then held.
  server.moveTime(31 * DAY_MS)
  const due = (
    await Promise.all(DUE_LISTS.map(async (list) => server.call(listDue, { list }, await asAdmin())))
  ).flatMap(({ body }) => body)
  expect(due.find(({ user }) => user.id === early.user.id)?.amount).toBe(price + 200)
  expect(await pay(early)).toBe((price + 200) * 100)
  await setPrice(plan.id, price)
})

test('a period that begins within the 30 days costs the old price, and lowering the plan takes a notice back', async () => {
  const holder = await signUpHolder(server, 'rsi_strategy')
  const plan = holder.botPlan('rsi_strategy')
  server.moveTime(5 * DAY_MS)
  await setPrice(plan.id, plan.price + 500)
  await announce(plan.id, plan.price + 500, 1)
  await tellOfPrices(server.deps)
  const told = server.deps.clock.now()
  const shown = await held(holder)
  expect(shown.next_price).toEqual({
    price: plan.price + 500,
    from: new Date(told.getTime() + 30 * DAY_MS).toISOString(),
  })
  expect((await newestMail(server, holder.user.email)).text).toContain('that renewal still costs what you pay now')
  expect(await pay(holder)).toBe(plan.price * 100)
  expect((await held(holder)).next_price?.from).toBe((await held(holder)).end_date)
  await setPrice(plan.id, plan.price)
  expect((await held(holder)).next_price).toBeNull()
})

test('a debit by mandate follows the notice within the mandate’s maximum; above it the holder pays by hand', async () => {
  const payer = await signUpPayer(server, { plan: 'macd_strategy' })
  const plan = payer.botPlan('macd_strategy')
  server.moveTime(60_000)
  await setPrice(plan.id, 14_990)
  await server.db.updateTable('mandates').set({ max_paise: 200_000 }).where('user_id', '=', payer.user.id).execute()
  await announce(plan.id, 14_990, 1)
  await tellOfPrices(server.deps)
  expect((await newestMail(server, payer.user.email)).text).toContain(
    'Your mandate allows at most ₹2,000.00 for one debit and the renewal costs ₹14,990.00',
  )
  await passTime(server, 29 * DAY_MS)
  // That renewal began before the thirty days were over.
  const first = await held(payer)
  expect(first).toMatchObject({ is_renewed: true, amount_paid: plan.price * 2 })
  await passTime(server, 29 * DAY_MS)
  const { renewal } = (await server.call(readRenewal, {}, await relog(server, payer.token))).body
  expect(renewal?.state).toBe('by_hand')
  expect(await mailsTo(server, payer.user.email)).toContain(`Approve the renewal of ${plan.name}`)
  expect((await held(payer)).end_date).toBe(first.end_date)
  await setPrice(plan.id, plan.price)
})

test('an archived plan is kept to its end by its holders, and bought or renewed by nobody', async () => {
  const holder = await signUpHolder(server, 'bollinger_strategy').catch(() => signUpHolder(server))
  const id = holder.subscription.bot_plan?.id ?? ''
  const { body } = await server.call(readPlanHolders, { id }, await asAdmin())
  const count = body.reduce((sum, { holders }) => sum + holders, 0)
  const archive = async (typed: number) => server.call(archivePlan, { id, count: typed, reason }, await asAdmin())
  expect(codeOf(await archive(count + 1))).toBe('HOLDERS_CHANGED')
  expect((await archive(count)).status).toBe(200)
  expect((await archive(count)).status).toBe(404)
  await tellOfArchive(server.deps, id)
  await tellOfArchive(server.deps, id)
  const told = (await mailsTo(server, holder.user.email)).filter((subject) => subject.includes('no longer offered'))
  expect(told).toHaveLength(1)
  const after = await held(holder)
  expect(after).toMatchObject({ status: 'active', is_renewable: false, end_date: (await held(holder)).end_date })
  const token = await relog(server, holder.token)
  expect(codeOf(await server.call(createOrder, { bot_plan_id: id, renew: true }, token))).toBe('PLAN_NOT_OFFERED')
  const stranger = await signUp(server)
  expect(codeOf(await server.call(createSubscription, { bot_plan_id: id }, stranger.access))).toBe('PLAN_NOT_OFFERED')
  expect((await server.call(listBotPlans, {}, await asAdmin())).body.map((plan) => plan.id)).not.toContain(id)
})
