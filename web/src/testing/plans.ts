// Subscriptions in the states that the billing screens know, made from the demo's recorded one.
import { createOrder, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import * as plans from '@trading-bot/contract/rest/billing/plans'
import * as subscriptions from '@trading-bot/contract/rest/billing/subscriptions'
import { syncBotConfig } from '@trading-bot/contract/rest/trading/bots'
import { answer, recorded, refuse } from './answers.ts'
import { signInAs } from './open-app.tsx'

const ID = '0190b5a0-0000-7000-8000-00000000000'
export const ORDER: subscriptions.PaymentOrder = {
  key_id: 'rzp_test_1DP5mmOlF5G5ag',
  amount: 99_900,
  currency: 'INR',
  order_id: 'order_N1',
  payment_id: `${ID}1`,
  is_simulated: true,
}

export function planNamed(name: string) {
  const plan = [...recorded(plans.listBotPlans), ...recorded(plans.listPlans)].find((row) => row.name === name)
  if (!plan) throw new Error(`no plan is called ${name}`)
  return plan
}

/** The trader holds this plan, bought just now; without a name none. */
export function signInHolding(
  name: string | null,
  change: Partial<subscriptions.Subscription> = {},
): subscriptions.Subscription {
  signInAs('trader')
  const held = { ...holding(name ?? 'EMA Monthly'), ...change }
  if (name === null) refuse(subscriptions.readMySubscription, 404, { error: 'none' })
  else answer(subscriptions.readMySubscription, held)
  answer(plans.readUserBotSettings, ({ params }) => settingsOf(params['bot_type']!))
  answer(plans.listSymbols, SYMBOLS)
  answer(syncBotConfig, { message: 'Done', updated: 1 })
  return held
}

/** Orders are made and paid as the demo pays them; afterwards the trader holds the plan. */
export function takePayments(name: string, order: Partial<subscriptions.PaymentOrder> = {}): void {
  const held = holding(name)
  answer(subscriptions.createSubscription, { ...held, status: 'pending' })
  answer(createOrder, { data: { ...ORDER, ...order } })
  answer(simulatedSuccess, () => {
    answer(subscriptions.readMySubscription, held)
    return { message: 'Paid', status: 'success' as const, subscription: held }
  })
}

export function holding(
  name: string,
  configuration: Partial<subscriptions.BotConfiguration> = {},
): subscriptions.Subscription {
  const base = recorded(subscriptions.readMySubscription)
  const plan = planNamed(name)
  const symbols = 'bot_type' in plan ? (plan.bot?.symbols ?? []) : []
  const own = { symbol: symbols[0] ?? '', allowed_symbols: symbols, max_orders_per_day: 5, capital_amount: 0 }
  return subscriptions.Subscription.parse({
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

const SYMBOLS = [
  { symbol: 'SBIN-EQ', token: '3045' },
  { symbol: 'TCS-EQ', token: '11536' },
].map((row, index) => ({
  id: `${ID}${index + 5}`,
  ...row,
  name: row.symbol,
  is_active: true,
  created_at: '2026-11-01T00:00:00.000Z',
  lot_size: 1,
  last_price: 800,
}))

function settingsOf(botType: string): plans.AdminBotSettings {
  const base = recorded({ ...plans.readUserBotSettings, path: '/admin/bot-config/user/ema_strategy/' })
  if (botType === 'ema_strategy') return base
  const plan = recorded(plans.listBotPlans).find((row) => row.bot_type === botType)
  const symbols = plan?.bot?.symbols ?? []
  return {
    ...base,
    bot_type: botType as plans.AdminBotSettings['bot_type'],
    name: plan?.bot?.name ?? base.name,
    interval: plan?.bot?.interval ?? base.interval,
    symbol: symbols[0] ?? '',
    allowed_symbols: symbols,
    stop_loss_percentage: 2,
    target_profit_percentage: 5,
    max_orders_per_day: 5,
  }
}
