import {
  createBotPlan,
  deleteBotPlan,
  toggleBotPlan,
  updateBotPlan,
} from '@trading-bot/contract/rest/billing/plan-admin'
import { createOrder } from '@trading-bot/contract/rest/billing/payments'
import {
  listBotPlans,
  listPlans,
  listSymbols,
  readBotPlan,
  readPlan,
  readUserBotSettings,
} from '@trading-bot/contract/rest/billing/plans'
import {
  createRegularPlan,
  deleteRegularPlan,
  listRegularPlans,
  updateRegularPlan,
} from '@trading-bot/contract/rest/billing/regular-plans'
import { createSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { beforeAll, expect, test } from 'vitest'
import { adminForFile, auditOf } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { serverForFile } from '../../testing/test-server.ts'

const server = serverForFile()
const admin = adminForFile(server)
let buyer: Awaited<ReturnType<typeof signUpBuyer>>
beforeAll(async () => {
  buyer = await signUpBuyer(server)
})

const FORM = { name: 'Starter Plus', price: 999.5, duration_days: 30, features: ['Any bot type'] }

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

test('CALL GET /subscriptions/plans/ and CALL GET /subscriptions/plans/{id}/ return the regular plans', async () => {
  const { body } = await server.call(listPlans, {}, buyer.token)
  expect(body.map(({ name, price }) => [name, price])).toEqual([
    ['Starter', 499],
    ['Trader', 2499],
    ['Professional', 4999],
  ])
  const one = await server.call(readPlan, { id: body[0]?.id ?? '' }, buyer.token)
  expect(one.body).toEqual(body[0])
})

test('EN-06 CALL GET /subscriptions/bot-plans/ and CALL GET /subscriptions/bot-plans/{id}/ have every field, cheapest first', async () => {
  const { body } = await server.call(listBotPlans, {}, buyer.token)
  expect(body.map(({ price }) => price)).toEqual(body.map(({ price }) => price).sort((a, b) => a - b))
  expect(body[0]).toMatchObject({
    bot_type: 'ema_strategy',
    bot_type_display: 'EMA Strategy',
    billing_cycle_display: 'Monthly',
  })
  expect((await server.call(readBotPlan, { id: body[0]?.id ?? '' }, buyer.token)).body).toEqual(body[0])
})

test('CALL GET /subscriptions/symbols/ lists the NIFTY 50 with their tokens', async () => {
  const { body } = await server.call(listSymbols, {}, buyer.token)
  expect(body).toHaveLength(50)
  expect(body.find(({ symbol }) => symbol === 'SBIN-EQ')).toMatchObject({ token: '3045', is_active: true })
})

test("SF-11 CALL GET /admin/bot-config/user/{bot_type}/ returns the administrator's configuration", async () => {
  const { body } = await server.call(readUserBotSettings, { bot_type: 'rsi_strategy' }, buyer.token)
  expect(body).toMatchObject({
    symbol: 'SBIN-EQ',
    stop_loss_percentage: 2,
    target_profit_percentage: 5,
    max_orders_per_day: 5,
  })
})

test('AP-01 AP-02 CALL POST /subscriptions/bot-plans/create/ adds a plan with the plan defaults', async () => {
  const { status, body } = await server.call(createBotPlan, newPlan(), admin.access)
  expect(status).toBe(201)
  expect(body.message).toBe('Bot subscription plan created successfully!')
  expect(body.plan).toMatchObject({ price: 749.5, max_quantity: 100 })
  const on = Object.entries(body.plan).flatMap(([name, value]) => (value === true ? [name] : []))
  expect(on.sort()).toEqual([
    'api_access',
    'backtesting_enabled',
    'is_active',
    'risk_management',
    'stop_loss_enabled',
    'target_profit_enabled',
  ])
  expect(await lastAudit(body.plan.id)).toMatchObject({ action: 'plan.created', after: { price: 749.5 } })
})

test('AP-02 a wrong price, number, type or name is a field error', async () => {
  const taken = newPlan()
  await server.call(createBotPlan, taken, admin.access)
  for (const [field, value, sentence] of [
    ['price', -1, 'Price must be at least ₹1'],
    ['price', 0.99, 'Price must be at least ₹1'],
    ['price', 1e12, 'This amount is too large'],
    ['price', '999', 'Price must be at least ₹1'],
    ['price', 9.999, 'At most two decimals'],
    ['bot_type', 'astrology', 'Please choose a bot type'],
    ['billing_cycle', 'weekly', 'Please choose a billing cycle'],
    ['duration_days', 30.5, 'Enter a whole number'],
    ['duration_days', 0, 'Duration must be at least 1 day'],
    ['duration_days', 367, 'At most 366'],
    ['max_trades_per_day', 0, expect.any(String)],
    ['max_quantity', 1.5, expect.any(String)],
    ['name', '   ', 'Plan name is required'],
    ['name', taken.name.toUpperCase(), 'A plan with this name already exists'],
    ['allowed_symbols', ['NOSUCH-EQ'], 'Not among the trading symbols: NOSUCH-EQ'],
  ] as const) {
    const { body } = await server.call(createBotPlan, { ...newPlan(), [field]: value } as never, admin.access)
    expect(body).toMatchObject({ [field]: [sentence] })
  }
})

test('CALL PUT /subscriptions/bot-plans/{id}/ changes a plan; one that was ordered keeps its bot type', async () => {
  const { plan } = (await server.call(createBotPlan, newPlan(), admin.access)).body
  await server.call(createOrder, { bot_plan_id: plan.id }, buyer.token)
  const change = { ...newPlan(), price: 1500, allowed_symbols: ['SBIN-EQ'], max_quantity: null }
  const { body } = await server.call(updateBotPlan, { id: plan.id, ...change }, admin.access)
  expect(body.message).toBe('Bot subscription plan updated successfully!')
  expect(body.plan).toMatchObject({ price: 1500, allowed_symbols: ['SBIN-EQ'], max_quantity: null })
  expect(await lastAudit(plan.id)).toMatchObject({
    action: 'plan.updated',
    before: { price: 749.5 },
    after: { price: 1500 },
  })
  // The plan has a holder now, so its type can no longer change.
  const other = await server.call(updateBotPlan, { id: plan.id, ...change, bot_type: 'macd_strategy' }, admin.access)
  expect(other.body).toMatchObject({ bot_type: ['Subscriptions refer to this plan: its bot type stays'] })
  const taken = buyer.botPlan('ema_strategy').name
  const refused = await server.call(updateBotPlan, { id: plan.id, ...change, name: taken }, admin.access)
  expect(refused.body).toMatchObject({ name: ['A plan with this name already exists'] })
})

test('CALL DELETE /subscriptions/bot-plans/{id}/ deletes a plan that was never sold and refuses others', async () => {
  const { plan: unsold } = (await server.call(createBotPlan, newPlan(), admin.access)).body
  const gone = await server.call(deleteBotPlan, { id: unsold.id }, admin.access)
  expect(gone.body).toEqual({ message: 'Bot subscription plan deleted successfully!' })
  expect((await server.call(readBotPlan, { id: unsold.id }, admin.access)).status).toBe(404)
  expect(await lastAudit(unsold.id)).toMatchObject({ action: 'plan.deleted', before: { name: unsold.name } })

  const { plan: sold } = (await server.call(createBotPlan, newPlan(), admin.access)).body
  await buy(server, (await signUpBuyer(server)).token, { bot_plan_id: sold.id })
  const refused = await server.call(deleteBotPlan, { id: sold.id }, admin.access)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'PLAN_IN_USE', error: expect.stringContaining('Deactivate it instead') })
  expect((await server.call(readBotPlan, { id: sold.id }, admin.access)).status).toBe(200)
})

test('CALL PUT /subscriptions/bot-plans/{id}/toggle/ deactivates a plan: only admins see it, nobody can buy it', async () => {
  const { plan } = (await server.call(createBotPlan, newPlan(), admin.access)).body
  const { body } = await server.call(toggleBotPlan, { id: plan.id }, admin.access)
  expect(body).toMatchObject({ message: 'Bot plan status updated successfully!', plan: { is_active: false } })
  const names = async (token: string) => (await server.call(listBotPlans, {}, token)).body.map(({ name }) => name)
  expect(await names(buyer.token)).not.toContain(plan.name)
  expect(await names(admin.access)).toContain(plan.name)
  expect((await server.call(createOrder, { bot_plan_id: plan.id }, buyer.token)).status).toBe(404)
  expect(await lastAudit(plan.id)).toMatchObject({
    action: 'plan.toggled',
    before: { is_active: true },
    after: { is_active: false },
  })
  // The wanted state may be given, so that a repeated request changes nothing.
  await server.call(toggleBotPlan, { id: plan.id, is_active: true }, admin.access)
  const again = await server.call(toggleBotPlan, { id: plan.id, is_active: true }, admin.access)
  expect(again.body.plan.is_active).toBe(true)
})

test('an administrator creates a regular plan that traders see, changes it, and takes it off offer', async () => {
  const made = await server.call(createRegularPlan, FORM, admin.access)
  expect(made).toMatchObject({
    status: 201,
    body: { plan: { price: 999.5, duration: 30, is_active: true, holders: 0 } },
  })
  const { id } = made.body.plan
  const offered = async () => (await server.call(listPlans, {}, buyer.token)).body.map((plan) => plan.id)
  expect(await offered()).toContain(id)
  const twice = await server.call(createRegularPlan, { ...FORM, name: 'starter plus' }, admin.access)
  expect([twice.status, twice.body]).toMatchObject([400, { name: ['A plan with this name already exists'] }])
  const changed = await server.call(updateRegularPlan, { id, ...FORM, price: 1200, is_active: false }, admin.access)
  expect(changed.body.plan).toMatchObject({ price: 1200, is_active: false })
  expect(await offered()).not.toContain(id)
  expect(await auditOf(server, id)).toEqual(['plan.created', 'plan.updated'])
  expect((await server.call(createSubscription, { plan_id: id }, buyer.token)).status).toBe(404)
})

test('a regular plan that was sold shows its holders and is not deleted; an unsold one is', async () => {
  const sold = (await server.call(createRegularPlan, { ...FORM, name: 'Sold' }, admin.access)).body.plan
  const unsold = (await server.call(createRegularPlan, { ...FORM, name: 'Unsold' }, admin.access)).body.plan
  await buy(server, (await signUpBuyer(server)).token, { plan_id: sold.id })
  const listed = (await server.call(listRegularPlans, {}, admin.access)).body
  expect(listed.find(({ id }) => id === sold.id)?.holders).toBe(1)
  expect((await server.call(deleteRegularPlan, { id: sold.id }, admin.access)).status).toBe(409)
  expect((await server.call(deleteRegularPlan, { id: unsold.id }, admin.access)).status).toBe(200)
  expect((await server.call(deleteRegularPlan, { id: unsold.id }, admin.access)).status).toBe(404)
})

test('what a held plan allows is raised but not lowered; an unheld one may allow less', async () => {
  const limits = { max_symbols: 5, history_runs_per_month: 20 }
  const form = { ...FORM, ...limits, name: 'Held' }
  const { id } = (await server.call(createRegularPlan, form, admin.access)).body.plan
  const save = (change: object) => server.call(updateRegularPlan, { id, ...form, ...change }, admin.access)
  const less = { max_symbols: 4, history_runs_per_month: 19, allows_live: false, allows_telegram: false }
  expect((await save(less)).body.plan).toMatchObject(less)
  await save({})
  await buy(server, (await signUpBuyer(server)).token, { plan_id: id })
  for (const [field, value] of Object.entries(less))
    expect((await save({ [field]: value })).body).toMatchObject({
      [field]: ['1 trader holds this plan, so it cannot allow less. Take it off offer and create another.'],
    })
  const more = { max_symbols: 6, price: 10, is_active: false }
  expect((await save(more)).body.plan).toMatchObject({ ...more, holders: 1 })
  expect((await save({ max_symbols: 51 })).body).toMatchObject({
    max_symbols: ['Symbols must be a whole number from 1 to 50'],
  })
})

test('a catalogue has one most popular plan: the one that was saved as such last', async () => {
  const popular = { is_popular: true }
  const marked = async () => ({
    regular: (await server.call(listRegularPlans, {}, admin.access)).body.flatMap(nameIfPopular),
    bots: (await server.call(listBotPlans, {}, admin.access)).body.flatMap(nameIfPopular),
  })
  expect(await marked()).toEqual({ regular: [], bots: ['EMA Monthly'] })
  const created = await Promise.all(
    ['Loved', 'Liked'].map((name) => server.call(createRegularPlan, { ...FORM, name, ...popular }, admin.access)),
  )
  expect(created.map(({ status, body }) => [status, body.plan.is_popular])).toEqual([
    [201, true],
    [201, true],
  ])
  expect((await marked()).regular).toHaveLength(1)
  const loved = created[0]!.body.plan
  const { body } = await server.call(
    updateRegularPlan,
    { id: loved.id, ...FORM, name: 'Loved', ...popular },
    admin.access,
  )
  expect(body.plan.is_popular).toBe(true)
  const ema = buyer.botPlan('ema_strategy')
  const made = (await server.call(createBotPlan, { ...newPlan(), ...popular }, admin.access)).body.plan
  expect(await marked()).toEqual({ regular: ['Loved'], bots: [made.name] })
  expect(await lastAudit(ema.id)).toMatchObject({ before: { is_popular: true }, after: { is_popular: false } })
  // A refused plan takes nothing.
  await server.call(createBotPlan, { ...newPlan(), name: ema.name, ...popular }, admin.access)
  expect((await marked()).bots).toEqual([made.name])
})

const nameIfPopular = ({ name, is_popular }: { name: string; is_popular: boolean }) => (is_popular ? [name] : [])
