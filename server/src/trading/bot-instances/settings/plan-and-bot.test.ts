// A plan's card and the bot that it brings: whatever the administrator sets, both say the same.
import { createBotPlan, updateBotPlan } from '@trading-bot/contract/rest/billing/plan-admin'
import { readBotPlan } from '@trading-bot/contract/rest/billing/plans'
import { createSubscription, readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { startParticipation } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy, signUpBuyer } from '../../../testing/test-plans.ts'
import { BROKER_KEYS, configure, findBot } from '../../../testing/test-runners.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { BotSettings } from './bot-settings.ts'
import { resolveSettings } from './resolve-settings.ts'

const server = serverForFile()
const admin = adminForFile(server)

/** The settings that a user's bot of this plan starts with. */
async function settingsOf(planId: string, token: string): Promise<BotSettings> {
  await buy(server, token, { bot_plan_id: planId })
  await server.call(saveCredentials, BROKER_KEYS, token)
  const sides = { long_capital_amount: 200_000, short_capital_amount: 100_000 }
  await configure(server, token, { capital_amount: 200_000, ...sides })
  const { bot } = (await server.call(startParticipation, {}, token)).body
  return BotSettings.parse((await findBot(server, bot.id)).settings)
}

test.each(['ema_strategy', 'rsi_strategy', 'multiple_stokes_strategy'])(
  'the card of a %s plan says what its bot trades by',
  async (type) => {
    const buyer = await signUpBuyer(server)
    const plan = buyer.botPlan(type)
    const { instruments, interval, limits } = await settingsOf(plan.id, buyer.token)
    const paise = (rupees: number | null | undefined) => (rupees === null ? null : Math.round((rupees ?? NaN) * 100))
    expect(plan.bot).toMatchObject({
      symbols: instruments.map(({ symbol }) => symbol),
      directions: 'both',
      interval,
      max_orders_per_day: limits.maxEntriesPerDay,
      max_quantity: limits.maxQuantity,
    })
    expect(paise(plan.bot?.stop_loss_percentage)).toBe(limits.stopLossBps)
    expect(paise(plan.bot?.target_profit_percentage)).toBe(limits.targetBps)
    expect(paise(plan.bot?.max_loss_per_day)).toBe(limits.maxLossPerDayPaise)
    expect(paise(plan.bot?.max_profit_per_day)).toBe(limits.maxProfitPerDayPaise)
  },
)

test('a plan’s orders, quantity, symbols, stop and target are enforced in its bot, and its card says so', async () => {
  const buyer = await signUpBuyer(server)
  const { id: _, bot: __, bot_type_display: ___, billing_cycle_display: ____, ...form } = buyer.botPlan('ema_strategy')
  const strict = {
    ...form,
    name: 'EMA strict',
    max_trades_per_day: 2,
    max_quantity: 3,
    allowed_symbols: ['SBIN-EQ', 'TCS-EQ'],
    stop_loss_enabled: false,
    target_profit_enabled: false,
  }
  const { plan } = (await server.call(createBotPlan, strict, admin.access)).body
  expect(plan.bot).toMatchObject({
    symbols: ['SBIN-EQ', 'TCS-EQ'],
    max_orders_per_day: 2,
    max_quantity: 3,
    stop_loss_percentage: null,
    target_profit_percentage: null,
  })
  const { instruments, limits } = await settingsOf(plan.id, buyer.token)
  expect(instruments.map(({ symbol }) => symbol)).toEqual(['SBIN-EQ', 'TCS-EQ'])
  expect(limits).toMatchObject({ maxEntriesPerDay: 2, maxQuantity: 3, stopLossBps: null, targetBps: null })
  const held = (await server.call(readMySubscription, {}, buyer.token)).body
  expect(held.bot_configuration?.allowed_symbols).toEqual(['SBIN-EQ', 'TCS-EQ'])
})

test('a plan whose symbols its bot does not trade is refused at the field', async () => {
  const buyer = await signUpBuyer(server)
  const { bot: _, bot_type_display: __, billing_cycle_display: ___, ...form } = buyer.botPlan('rsi_strategy')
  const refused = await server.call(updateBotPlan, { ...form, allowed_symbols: ['TCS-EQ'] }, admin.access)
  expect(refused.body).toMatchObject({ allowed_symbols: ['The bot of this plan trades none of these symbols'] })
  expect((await server.call(readBotPlan, { id: form.id }, admin.access)).body.allowed_symbols).toEqual([])
})

test('a new version of the strategy changes the card at once', async () => {
  const buyer = await signUpBuyer(server)
  const { id } = buyer.botPlan('macd_strategy')
  await sql`update bot_versions set config = config || '{"interval":"15m","max_trades_per_day":3,"stop_loss_percent":1.5}'
    from bots where bots.id = bot_versions.bot_id and bot_type = 'macd_strategy'`.execute(server.db)
  expect((await server.call(readBotPlan, { id }, buyer.token)).body.bot).toMatchObject({
    interval: '15m',
    max_orders_per_day: 3,
    stop_loss_percentage: 1.5,
  })
})

test('a regular plan’s bot runs with the strategy’s own parameters and with several symbols; wrong ones are refused at their field', async () => {
  const { token, plans } = await signUpBuyer(server)
  const plan_id = plans[1]?.id ?? ''
  const rsi = { bot_type: 'rsi_strategy' as const, symbol: 'TCS-EQ', ema_period: 30 }
  const purchase = (change: object) => server.call(createSubscription, { plan_id, ...rsi, ...change }, token)
  expect((await purchase({ strategy_parameters: { rsi_period: 1000 } })).body).toHaveProperty([
    'strategy_parameters.rsi_period',
  ])
  expect((await purchase({ strategy_parameters: { fast_period: 3 } })).body).toMatchObject({
    'strategy_parameters.fast_period': ['This bot has no such parameter.'],
  })
  expect((await purchase({ allowed_symbols: ['SBIN-EQ'] })).body).toMatchObject({
    allowed_symbols: ['TCS-EQ must be among the symbols'],
  })
  expect((await purchase({ allowed_symbols: ['TCS-EQ', 'NOSUCH-EQ'] })).body).toMatchObject({
    allowed_symbols: ['NOSUCH-EQ is not traded here'],
  })
  const six = ['TCS-EQ', 'SBIN-EQ', 'INFY-EQ', 'ITC-EQ', 'LT-EQ', 'TITAN-EQ']
  expect((await purchase({ allowed_symbols: six })).body).toMatchObject({
    allowed_symbols: ['Trader allows 5 symbols. Remove 1, or change to a plan that allows more.'],
  })
  for (const field of ['price', 'max_loss_per_day', 'buy_threshold'])
    expect((await purchase({ [field]: -1 })).body).toMatchObject({ [field]: ['Enter an amount of 0 or more'] })
  const chosen = { strategy_parameters: { rsi_period: 9, allow_short: false }, allowed_symbols: ['TCS-EQ', 'SBIN-EQ'] }
  const { body } = await purchase(chosen)
  expect(body.bot_configuration).toMatchObject(chosen)
  await buy(server, token, { plan_id })
  const { id } = (await server.call(readMySubscription, {}, token)).body
  const resolved = await resolveSettings(server.db, { id, plan_id, bot_plan_id: null })
  if (typeof resolved !== 'object') throw new Error(resolved)
  expect(resolved.settings.parameters).toMatchObject({ rsi_period: 9, allow_short: false })
  expect(resolved.settings.instruments.map(({ symbol }) => symbol)).toEqual(['SBIN-EQ', 'TCS-EQ'])
  // Another strategy does not inherit them.
  const changed = await configure(server, token, { capital_amount: 50_000, bot_type: 'macd_strategy' })
  expect(changed.body.bot_configuration).toMatchObject({ bot_type: 'macd_strategy', strategy_parameters: {} })
})
