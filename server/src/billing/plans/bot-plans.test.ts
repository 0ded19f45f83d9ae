import {
  createBotPlan,
  deleteBotPlan,
  toggleBotPlan,
  updateBotPlan,
} from '@trading-bot/contract/rest/billing/plan-admin'
import { createOrder } from '@trading-bot/contract/rest/billing/payments'
import { listBotPlans, readBotPlan } from '@trading-bot/contract/rest/billing/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await signUpAdmin(server)).access
})
afterAll(() => server.stop())

let count = 0
function newPlan() {
  count += 1
  return {
    name: `Plan ${count}`,
    bot_type: 'rsi_strategy' as const,
    billing_cycle: 'monthly' as const,
    price: 749.5,
    duration_days: 30,
    max_trades_per_day: 10,
  }
}

async function lastAudit(id: string) {
  return server.db
    .selectFrom('audit_lines')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

test('AP-01 AP-02 CALL POST /subscriptions/bot-plans/create/ adds a plan with the plan defaults', async () => {
  const { status, body } = await server.call(createBotPlan, newPlan(), admin)
  expect(status).toBe(201)
  expect(body.message).toBe('Bot subscription plan created successfully!')
  expect(body.plan).toMatchObject({
    price: 749.5,
    max_quantity: 100,
    backtesting_enabled: true,
    risk_management: true,
    api_access: true,
    stop_loss_enabled: true,
    target_profit_enabled: true,
    is_active: true,
    is_popular: false,
    advanced_analytics: false,
    priority_support: false,
    custom_strategies: false,
    real_time_alerts: false,
  })
  expect(await lastAudit(body.plan.id)).toMatchObject({ action: 'plan.created', after: { price: 749.5 } })
})

test('AP-02 a wrong price, number, type or name is a field error', async () => {
  const taken = newPlan()
  await server.call(createBotPlan, taken, admin)
  const send = async (change: object) =>
    (await server.call(createBotPlan, { ...newPlan(), ...change } as never, admin)).body as unknown as Record<
      string,
      unknown
    >
  expect(await send({ price: -1 })).toMatchObject({ price: ['Price must be at least ₹1'] })
  expect(await send({ price: 0.99 })).toMatchObject({ price: ['Price must be at least ₹1'] })
  expect(await send({ price: 1e12 })).toMatchObject({ price: ['This amount is too large'] })
  expect(await send({ price: '999' })).toMatchObject({ price: ['Price must be at least ₹1'] })
  expect(await send({ price: 9.999 })).toMatchObject({ price: ['At most two decimals'] })
  expect(await send({ bot_type: 'astrology' })).toMatchObject({ bot_type: ['Please choose a bot type'] })
  expect(await send({ billing_cycle: 'weekly' })).toMatchObject({ billing_cycle: ['Please choose a billing cycle'] })
  expect(await send({ duration_days: 30.5 })).toMatchObject({ duration_days: ['Enter a whole number'] })
  expect(await send({ duration_days: 0 })).toMatchObject({ duration_days: ['Duration must be at least 1 day'] })
  expect(await send({ duration_days: 367 })).toMatchObject({ duration_days: ['At most 366'] })
  expect(await send({ max_trades_per_day: 0 })).toHaveProperty('max_trades_per_day')
  expect(await send({ max_quantity: 1.5 })).toHaveProperty('max_quantity')
  expect(await send({ name: '   ' })).toMatchObject({ name: ['Plan name is required'] })
  const again = await send({ name: taken.name.toUpperCase() })
  expect(again).toMatchObject({ name: ['A plan with this name already exists'] })
  const unknown = await send({ allowed_symbols: ['NOSUCH-EQ'] })
  expect(unknown).toMatchObject({ allowed_symbols: ['Not among the trading symbols: NOSUCH-EQ'] })
})

test('CALL PUT /subscriptions/bot-plans/{id}/ changes a plan; an existing order keeps its price', async () => {
  const buyer = await signUpBuyer(server)
  const { plan } = (await server.call(createBotPlan, newPlan(), admin)).body
  const { data: order } = (await server.call(createOrder, { bot_plan_id: plan.id }, buyer.token)).body
  const change = { ...newPlan(), price: 1500, allowed_symbols: ['SBIN-EQ'], max_quantity: null }
  const { body } = await server.call(updateBotPlan, { id: plan.id, ...change }, admin)
  expect(body.message).toBe('Bot subscription plan updated successfully!')
  expect(body.plan).toMatchObject({ price: 1500, allowed_symbols: ['SBIN-EQ'], max_quantity: null })
  expect(order.amount).toBe(74_950)
  expect(await lastAudit(plan.id)).toMatchObject({
    action: 'plan.updated',
    before: { price: 749.5 },
    after: { price: 1500 },
  })
  // The plan has a holder now, so its type can no longer change.
  const other = await server.call(updateBotPlan, { id: plan.id, ...change, bot_type: 'macd_strategy' }, admin)
  expect(other.body).toMatchObject({ bot_type: ['Subscriptions refer to this plan: its bot type stays'] })
  const taken = buyer.botPlan('ema_strategy').name
  const refused = await server.call(updateBotPlan, { id: plan.id, ...change, name: taken }, admin)
  expect(refused.body).toMatchObject({ name: ['A plan with this name already exists'] })
})

test('CALL DELETE /subscriptions/bot-plans/{id}/ deletes a plan that was never sold and refuses others', async () => {
  const buyer = await signUpBuyer(server)
  const { plan: unsold } = (await server.call(createBotPlan, newPlan(), admin)).body
  const gone = await server.call(deleteBotPlan, { id: unsold.id }, admin)
  expect(gone.body).toEqual({ message: 'Bot subscription plan deleted successfully!' })
  expect((await server.call(readBotPlan, { id: unsold.id }, admin)).status).toBe(404)
  expect(await lastAudit(unsold.id)).toMatchObject({ action: 'plan.deleted', before: { name: unsold.name } })

  const { plan: sold } = (await server.call(createBotPlan, newPlan(), admin)).body
  await buy(server, buyer.token, { bot_plan_id: sold.id })
  const refused = await server.call(deleteBotPlan, { id: sold.id }, admin)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'PLAN_IN_USE', error: expect.stringContaining('Deactivate it instead') })
  expect((await server.call(readBotPlan, { id: sold.id }, admin)).status).toBe(200)
})

test('CALL PUT /subscriptions/bot-plans/{id}/toggle/ deactivates a plan: only admins see it, nobody can buy it', async () => {
  const buyer = await signUpBuyer(server)
  const { plan } = (await server.call(createBotPlan, newPlan(), admin)).body
  const { body } = await server.call(toggleBotPlan, { id: plan.id }, admin)
  expect(body).toMatchObject({ message: 'Bot plan status updated successfully!', plan: { is_active: false } })
  const names = async (token: string) => (await server.call(listBotPlans, {}, token)).body.map(({ name }) => name)
  expect(await names(buyer.token)).not.toContain(plan.name)
  expect(await names(admin)).toContain(plan.name)
  expect((await server.call(createOrder, { bot_plan_id: plan.id }, buyer.token)).status).toBe(404)
  expect(await lastAudit(plan.id)).toMatchObject({
    action: 'plan.toggled',
    before: { is_active: true },
    after: { is_active: false },
  })
  // The wanted state may be given, so that a repeated request changes nothing.
  await server.call(toggleBotPlan, { id: plan.id, is_active: true }, admin)
  const again = await server.call(toggleBotPlan, { id: plan.id, is_active: true }, admin)
  expect(again.body.plan.is_active).toBe(true)
})
