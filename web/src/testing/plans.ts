// Subscriptions in the states that the billing screens know, made from the demo's recorded one.
import { createOrder, quoteUpgrade, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import * as plans from '@trading-bot/contract/rest/billing/plans'
import * as billing from '@trading-bot/contract/rest/billing/subscriptions'
import { syncBotConfig } from '@trading-bot/contract/rest/trading/bots'
import { findSheet, type SheetVersion } from '@trading-bot/contract/rest/trading/sheets'
import { answer, recorded, refuse } from './answers.ts'
import { signInAs } from './open-app.tsx'

const ID = '0190b5a0-0000-7000-8000-00000000000'
const NAMES = { key_id: 'rzp_test_1DP5mmOlF5G5ag', order_id: 'order_N1', payment_id: `${ID}1` }
export const ORDER: billing.PaymentOrder = { ...NAMES, amount: 99_900, currency: 'INR', is_simulated: true }

export function planNamed(name: string) {
  const plan = [...recorded(plans.listBotPlans), ...recorded(plans.listPlans)].find((row) => row.name === name)
  if (!plan) throw new Error(`no plan is called ${name}`)
  return plan
}

/** The trader holds this plan, bought just now; without a name none. */
export function signInHolding(name: string | null, change: Partial<billing.Subscription> = {}): billing.Subscription {
  signInAs('trader')
  const held = { ...holding(name ?? 'EMA Monthly'), ...change }
  if (name === null) refuse(billing.readMySubscription, 404, { error: 'none' })
  else answer(billing.readMySubscription, held)
  answer(plans.readUserBotSettings, ({ params }) => settingsOf(params['bot_type']!))
  answer(plans.listSymbols, SYMBOLS)
  answer(syncBotConfig, { message: 'Done', updated: 1 })
  answer(findSheet, SHEET)
  answer(quoteUpgrade, ({ body }) => quoteFor(held, body as { plan_id?: string; bot_plan_id?: string }))
  return held
}

/** Orders are made and paid as the demo pays them; afterwards the trader holds the plan. */
export function takePayments(name: string, order: Partial<billing.PaymentOrder> = {}): void {
  const held = holding(name)
  answer(billing.createSubscription, { ...held, status: 'pending' })
  answer(createOrder, { data: { ...ORDER, ...order } })
  answer(simulatedSuccess, () => {
    answer(billing.readMySubscription, held)
    return { message: 'Paid', status: 'success' as const, subscription: held }
  })
}

export function holding(name: string, configuration: Partial<billing.BotConfiguration> = {}): billing.Subscription {
  const base = recorded(billing.readMySubscription)
  const plan = planNamed(name)
  const symbols = 'bot_type' in plan ? (plan.bot?.symbols ?? []) : []
  const own = { symbol: symbols[0] ?? '', allowed_symbols: symbols, max_orders_per_day: 5, capital_amount: 0 }
  return billing.Subscription.parse({
    ...base,
    plan: 'bot_type' in plan ? null : plan,
    bot_plan: 'bot_type' in plan ? plan : null,
    bot_configuration: {
      ...base.bot_configuration!,
      ...own,
      bot_type: 'bot_type' in plan ? plan.bot_type : 'ema_strategy',
      is_complete: false,
      ...configuration,
    },
  })
}

function quoteFor({ unused_value, credit }: billing.Subscription, chosen: { plan_id?: string; bot_plan_id?: string }) {
  const all = [...recorded(plans.listBotPlans), ...recorded(plans.listPlans)]
  const plan = all.find(({ id }) => id === (chosen.bot_plan_id ?? chosen.plan_id))
  const charge = (plan?.price ?? 0) * (plan && 'bot_type' in plan && plan.billing_cycle === 'quarterly' ? 3 : 1)
  const due = Math.max(0, charge - unused_value - credit)
  return { charge, unused_value, credit, due, expires_at: new Date(Date.now() + 900_000).toISOString() }
}

/** The demo's EMA Bot, which the trader has accepted. */
export const SHEET: SheetVersion = {
  logic_hash: 'a'.repeat(64),
  name: 'EMA Bot',
  bot_type: 'ema_strategy',
  version: 1,
  disclosure: 'open',
  accepted_at: '2026-11-18T05:00:00.000Z',
}

const SYMBOLS = Object.entries({ 'SBIN-EQ': '3045', 'TCS-EQ': '11536' }).map(([symbol, token], index) => {
  const listed = { is_active: true, created_at: '2026-11-01T00:00:00.000Z', lot_size: 1, last_price: 800 }
  return { id: `${ID}${index + 5}`, symbol, token, name: symbol, ...listed }
})

function settingsOf(botType: string): plans.AdminBotSettings {
  const base = recorded({ ...plans.readUserBotSettings, path: '/admin/bot-config/user/ema_strategy/' })
  if (botType === 'ema_strategy') return base
  const plan = recorded(plans.listBotPlans).find((row) => row.bot_type === botType)
  const symbols = plan?.bot?.symbols ?? []
  const { name = base.name, interval = base.interval } = plan?.bot ?? {}
  const risk = { stop_loss_percentage: 2, target_profit_percentage: 5, max_orders_per_day: 5 }
  const bot_type = botType as plans.AdminBotSettings['bot_type']
  return { ...base, bot_type, name, interval, symbol: symbols[0] ?? '', allowed_symbols: symbols, ...risk }
}
