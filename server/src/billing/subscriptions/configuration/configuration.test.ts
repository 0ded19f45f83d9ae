// Which values a bot trades with: the administrator's in a bot plan, the user's in a regular one.
import {
  cancelSubscription,
  createSubscription,
  readMySubscription,
  updateConfiguration,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buy, signUpBuyer, signUpHolder } from '../../../testing/test-plans.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile({}, { prices: { lastPaise: (token) => PRICES.get(token) } })
const PRICES = new Map<string, number>()
beforeEach(() => PRICES.clear())

/** Somebody who has bought the plan of a bot type, and saves the configuration of its bot. */
async function configured(type?: string) {
  const holder = await signUpHolder(server, type)
  const save = (change: object) =>
    server.call(updateConfiguration, { id: holder.subscription.id, ...change }, holder.token)
  return { ...holder, save }
}

test('SB-09 CALL PUT /subscriptions/{id}/config/ accepts capital and refuses the admin’s fields', async () => {
  const { save } = await configured('rsi_strategy')
  expect((await save({ capital_amount: 75_000.5, max_orders_per_day: 5 })).body).toMatchObject({
    message: 'Bot configuration saved successfully!',
    bot_configuration: { capital_amount: 75_000.5, is_complete: true },
  })
  for (const [field, value] of [
    ['symbol', 'TCS-EQ'],
    ['stop_loss_percentage', 9],
  ] as const) {
    const refused = await save({ capital_amount: 1000, [field]: value })
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ [field]: expect.anything() })])
  }
})

test('the two-sided type needs both capitals', async () => {
  const { save } = await configured('multiple_stokes_strategy')
  const refused = await save({ long_capital_amount: 10 })
  expect(refused.body).toMatchObject({ short_capital_amount: ['Short capital amount must be greater than 0'] })
  const { body } = await save({ long_capital_amount: 50_000, short_capital_amount: 25_000 })
  expect(body.bot_configuration.is_complete).toBe(true)
})

test("in a bot plan the administrator's values apply, whatever the user sends", async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const own = { symbol: 'TCS-EQ', quantity: 99, stop_loss_percentage: 40, max_orders_per_day: 50 }
  const choice = { bot_plan_id: botPlan('rsi_strategy').id, capital_amount: 1000, ...own }
  const { body } = await server.call(createSubscription, choice, token)
  expect(body.bot_configuration).toMatchObject({
    capital_amount: 1000,
    symbol: 'SBIN-EQ',
    quantity: 1,
    stop_loss_percentage: 2,
    max_orders_per_day: 5,
  })
})

test("in a regular plan the user's values apply, up to a thousand shares", async () => {
  const { token, plans } = await signUpBuyer(server)
  const choice = { plan_id: plans[0]?.id ?? '', bot_type: 'rsi_strategy' as const, symbol: 'TCS-EQ' }
  const refused = await server.call(createSubscription, { ...choice, quantity: 1001 }, token)
  expect(refused.body).toMatchObject({ quantity: ['Quantity cannot exceed 1000'] })
  const { body } = await server.call(createSubscription, { ...choice, quantity: 1000 }, token)
  expect(body.bot_configuration).toMatchObject({ bot_type: 'rsi_strategy', symbol: 'TCS-EQ', quantity: 1000 })
})

test("a plan change switches to the new plan's bot and keeps the user's capital", async () => {
  const { token, botPlan, save } = await configured()
  await save({ capital_amount: 75_000 })
  const { body } = await server.call(upgradeSubscription, { bot_plan_id: botPlan('momentum_strategy').id }, token)
  expect(body.subscription.bot_configuration).toMatchObject({ bot_type: 'momentum_strategy', capital_amount: 75_000 })
})

test('an ended subscription cannot be configured', async () => {
  const { token, save } = await configured()
  await server.call(cancelSubscription, {}, token)
  expect((await save({ capital_amount: 5 })).body).toMatchObject({ code: 'NO_SUBSCRIPTION' })
})

test('the newest of several ended subscriptions is returned', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  for (const type of ['ema_strategy', 'rsi_strategy']) {
    await buy(server, token, { bot_plan_id: botPlan(type).id })
    await server.call(cancelSubscription, {}, token)
    server.moveTime(1)
  }
  expect((await server.call(readMySubscription, {}, token)).body.bot_plan?.bot_type).toBe('rsi_strategy')
})

test('a purchase with no plan or two plans is refused by field', async () => {
  const { token, botPlan, plans } = await signUpBuyer(server)
  const both = { plan_id: plans[0]?.id ?? '', bot_plan_id: botPlan('ema_strategy').id }
  for (const input of [both, {}]) {
    const { body } = await server.call(createSubscription, input, token)
    expect(body).toMatchObject({ plan_id: ['Send either plan_id or bot_plan_id'] })
  }
})

test('SB-09 a user can lower limits, but never raise them above the plan or the administrator', async () => {
  const holder = await configured('rsi_strategy')
  const plan = holder.botPlan('rsi_strategy')
  const save = (change: object) => holder.save({ capital_amount: 1000, ...change })
  const lower = await save({ max_orders_per_day: 3, max_loss_per_day: 500 })
  expect(lower.body.bot_configuration).toMatchObject({ max_orders_per_day: 3, max_loss_per_day: 500 })
  expect((await save({ max_orders_per_day: 6 })).body).toMatchObject({
    max_orders_per_day: ['Max orders per day cannot exceed 5'],
  })
  expect((await save({ max_loss_per_day: 1000.01 })).body).toMatchObject({
    max_loss_per_day: ['Max loss per day cannot exceed ₹1,000.00'],
  })
  // Raising a limit back to the administrator's, or removing one's own, is allowed.
  expect((await save({ max_orders_per_day: 5, max_loss_per_day: null })).status).toBe(200)
  await server.db.updateTable('bot_plans').set({ max_trades_per_day: 2 }).where('id', '=', plan.id).execute()
  const strict = await save({ max_orders_per_day: 3 })
  const sentBack = await save({ max_orders_per_day: 5 })
  await server.db.updateTable('bot_plans').set({ max_trades_per_day: 10 }).where('id', '=', plan.id).execute()
  expect(strict.body).toMatchObject({ max_orders_per_day: ['Max orders per day cannot exceed 2'] })
  // A limit that is sent back unchanged is not a choice of the user: it follows the lower one, and the capital is
  // saved.
  expect(sentBack.body.bot_configuration).toMatchObject({ max_orders_per_day: 2 })
  const bought = await signUpBuyer(server)
  const refused = await server.call(createSubscription, { bot_plan_id: plan.id, max_loss_per_day: 5000 }, bought.token)
  expect(refused.body).toMatchObject({ max_loss_per_day: ['Max loss per day cannot exceed ₹1,000.00'] })
})

test('the holder of a regular plan can change everything the wizard asked, after the purchase too', async () => {
  const { token, plans } = await signUpBuyer(server)
  const choice = { plan_id: plans[0]?.id ?? '' }
  await server.call(createSubscription, { ...choice, bot_type: 'ema_strategy', symbol: 'TCS-EQ', quantity: 5 }, token)
  const { subscription } = await buy(server, token, choice)
  const save = (change: object) => server.call(updateConfiguration, { id: subscription.id, ...change }, token)
  const own = { symbol: 'INFY-EQ', token: '1594', quantity: 9, ema_period: 21, stop_loss_percentage: 3 }
  const saved = await save({ capital_amount: 50_000, ...own, max_orders_per_day: 12 })
  expect(saved.body.bot_configuration).toMatchObject({ ...own, max_orders_per_day: 12, capital_amount: 50_000 })
  // Capital that is not sent stays; a quantity above the wizard's limit is refused by field.
  expect((await save({ symbol: 'TCS-EQ' })).body.bot_configuration).toMatchObject({
    symbol: 'TCS-EQ',
    quantity: 9,
    capital_amount: 50_000,
  })
  expect((await save({ quantity: 1001 })).body).toMatchObject({ quantity: ['Quantity cannot exceed 1000'] })
})

test("the platform's cap on entries applies to every plan", async () => {
  const { token, plans } = await signUpBuyer(server)
  const { subscription } = await buy(server, token, { plan_id: plans[0]?.id ?? '' })
  const cap = { key: 'trading.max_orders_per_day', value: JSON.stringify(4), updated_at: new Date() }
  await server.db.insertInto('settings').values(cap).execute()
  const input = { id: subscription.id, capital_amount: 1000, symbol: 'TCS-EQ', max_orders_per_day: 5 }
  const refused = await server.call(updateConfiguration, input, token)
  await server.db.deleteFrom('settings').execute()
  expect(refused.body).toMatchObject({ max_orders_per_day: ['Max orders per day cannot exceed 4'] })
  expect((await server.call(updateConfiguration, input, token)).status).toBe(200)
})

test('notifications can be chosen before any capital is set; capital itself must still be above zero', async () => {
  const { save } = await configured()
  const { body } = await save({ telegram_notifications: true })
  expect(body.bot_configuration).toMatchObject({ telegram_notifications: true, capital_amount: 0 })
  expect((await save({ telegram_notifications: false, quantity: 1 })).body).toMatchObject({
    capital_amount: ['Capital amount must be greater than 0'],
  })
})

test('a refused stop closes the position unless its owner chose to be warned only; anything else is refused', async () => {
  const { token, subscription, save } = await configured()
  expect(subscription.bot_configuration).toMatchObject({ on_refused_stop: 'close' })
  expect((await save({ on_refused_stop: 'warn' })).body.bot_configuration).toMatchObject({ on_refused_stop: 'warn' })
  for (const on_refused_stop of ['WARN', '', null]) {
    const refused = await save({ on_refused_stop })
    expect([refused.status, refused.body]).toMatchObject([400, { on_refused_stop: expect.anything() }])
  }
  expect((await server.call(readMySubscription, {}, token)).body.bot_configuration?.on_refused_stop).toBe('warn')
})

test('the limits on week, drawdown, open value and the trailing stop are saved, shown and taken away again', async () => {
  const { save } = await configured()
  const limits = { max_loss_per_week: 4000, max_drawdown: 9000, max_open_value: 50_000, trailing_stop_percentage: 1.5 }
  expect((await save({ capital_amount: 75_000, ...limits })).body.bot_configuration).toMatchObject(limits)
  const none = { max_loss_per_week: null, max_drawdown: null, max_open_value: null, trailing_stop_percentage: null }
  expect((await save(none)).body.bot_configuration).toMatchObject(none)
  expect((await save({ trailing_stop_percentage: 0.05 })).body).toMatchObject({
    trailing_stop_percentage: ['Trailing stop must be between 0.1 and 50'],
  })
  expect((await save({ max_loss_per_week: -1 })).body).toMatchObject({
    max_loss_per_week: ['Enter an amount of 0 or more'],
  })
})

test('a limit looser than the administrator’s is refused at its field', async () => {
  const { save } = await configured('momentum_strategy')
  await sql`update bot_versions set config = config || '{"max_loss_per_week":3000,"trailing_stop_percent":2}'
    from bots where bots.id = bot_versions.bot_id and bot_type = 'momentum_strategy'`.execute(server.db)
  const loose = await save({ capital_amount: 75_000, max_loss_per_week: 3000.01, trailing_stop_percentage: 2.1 })
  expect(loose.body).toMatchObject({
    max_loss_per_week: ['Max loss per week cannot exceed ₹3,000.00'],
    trailing_stop_percentage: ['Trailing stop cannot exceed 2 %'],
  })
  expect((await save({ capital_amount: 75_000, max_loss_per_week: 3000, trailing_stop_percentage: 2 })).status).toBe(
    200,
  )
})

test('a capital or a cap that can never trade is refused with the reason, but only where every price is known', async () => {
  const { save } = await configured('rsi_strategy')
  expect((await save({ capital_amount: 500 })).status).toBe(200)
  PRICES.set('3045', 80_000)
  for (const [field, amount] of [
    ['capital_amount', 700],
    ['max_open_value', 700],
  ] as const)
    expect((await save({ capital_amount: 5000, [field]: amount })).body).toMatchObject({
      [field]: ['₹700.00 does not buy one share of SBIN-EQ at ₹800.00'],
    })
  expect((await save({ capital_amount: 800, max_open_value: 800 })).status).toBe(200)
  // The price has risen since: other changes are still saved.
  PRICES.set('3045', 90_000)
  expect((await save({ capital_amount: 800, max_loss_per_day: 100 })).status).toBe(200)
})

test('a purchase with a capital that can never trade is refused before anything is paid', async () => {
  const { token, botPlan, plans } = await signUpBuyer(server)
  const purchase = (choice: object) => server.call(createSubscription, choice, token)
  const botChoice = { bot_plan_id: botPlan('rsi_strategy').id, capital_amount: 700 }
  const ownChoice = { plan_id: plans[0]?.id ?? '', bot_type: 'ema_strategy', symbol: 'SBIN-EQ', capital_amount: 700 }
  // While the price is unknown nothing is refused.
  expect((await purchase(botChoice)).status).toBe(201)
  PRICES.set('3045', 80_000)
  const sentence = '₹700.00 does not buy one share of SBIN-EQ at ₹800.00'
  for (const choice of [botChoice, ownChoice]) {
    expect((await purchase(choice)).body).toMatchObject({ capital_amount: [sentence] })
    expect((await purchase({ ...choice, capital_amount: 5000, max_open_value: 700 })).body).toMatchObject({
      max_open_value: [sentence],
    })
    expect((await purchase({ ...choice, capital_amount: 800 })).status).toBe(201)
  }
})

test('a bot that does not run with its parameters is refused at its field, in the wizard and in the configuration', async () => {
  const { token, plans } = await signUpBuyer(server)
  const plan_id = plans[0]?.id ?? ''
  const { subscription } = await buy(server, token, { plan_id })
  const save = (change: object) => server.call(updateConfiguration, { id: subscription.id, ...change }, token)
  const rsi = { bot_type: 'rsi_strategy' as const, symbol: 'TCS-EQ', ema_period: 30 }
  const setThreshold = (config: string) =>
    sql`update bot_versions set config = config || ${config}::jsonb
    from bots where bots.id = bot_versions.bot_id and bot_type = 'rsi_strategy'`.execute(server.db)
  await save({ ...rsi, bot_type: 'ema_strategy', capital_amount: 50_000 })
  // A version saved before the administrator's form refused this.
  await setThreshold('{"sell_threshold":20}')
  const [refused, bought] = [
    await save(rsi),
    await server.call(createSubscription, { plan_id, ...rsi }, (await signUpBuyer(server)).token),
  ]
  await setThreshold('{"sell_threshold":null}')
  const sentence = 'Sell threshold must be above the buy threshold.'
  for (const { body } of [refused, bought]) expect(body).toMatchObject({ bot_type: [sentence] })
  expect((await server.call(readMySubscription, {}, token)).body.bot_configuration?.bot_type).toBe('ema_strategy')
  expect((await save(rsi)).status).toBe(200)
})
