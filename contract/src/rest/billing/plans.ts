// Plans for sale: regular plans, and bot plans (with a bot_type). Prices are rupees per month.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Id, Rupees } from '../shapes.ts'
import { BarInterval } from '../trading/bar-interval.ts'

export const BOT_TYPES = [
  'ema_strategy',
  'rsi_strategy',
  'macd_strategy',
  'bollinger_strategy',
  'momentum_strategy',
  'custom_strategy',
  'multiple_stokes_strategy',
] as const
export const BotType = z.enum(BOT_TYPES, 'Please choose a bot type')
export type BotType = z.infer<typeof BotType>
export const BOT_TYPE_LABELS: Readonly<Record<BotType, string>> = {
  ema_strategy: 'EMA Strategy',
  rsi_strategy: 'RSI Strategy',
  macd_strategy: 'MACD Strategy',
  bollinger_strategy: 'Bollinger Strategy',
  momentum_strategy: 'Momentum Strategy',
  custom_strategy: 'Custom Strategy',
  multiple_stokes_strategy: 'Multiple Stocks Strategy',
}

/** The only type with separate capital for long and short. */
export function isTwoSided(botType: string | null | undefined): boolean {
  return botType === 'multiple_stokes_strategy'
}

export const BillingCycle = z.enum(['monthly', 'quarterly'], 'Please choose a billing cycle')
export type BillingCycle = z.infer<typeof BillingCycle>
export const BILLING_CYCLE_LABELS: Readonly<Record<BillingCycle, string>> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
}

/** What a regular plan allows its holder; a bot plan allows whatever its bot does. */
export const planAllowances = {
  /** Symbols that its bot trades at most. */
  max_symbols: z.int(),
  /** Real money, where the platform offers it. */
  allows_live: z.boolean(),
  /** Alerts in the linked chat, where the platform has a Telegram bot. */
  allows_telegram: z.boolean(),
}

/** What a plan offers for nothing before it is paid for. */
export const trialTerms = {
  /** 0: no trial. */
  trial_days: z.int(),
  /** Otherwise its holder's bot trades on paper until the plan is paid for. */
  trial_allows_live: z.boolean(),
}

export const Plan = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Rupees,
  /** Days of one billing period. */
  duration: z.int(),
  features: z.array(z.string()),
  ...planAllowances,
  history_runs_per_month: z.int(),
  ...trialTerms,
  is_popular: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

/** What a plan's bot does, merged from the strategy, the plan and the platform by the rule that its bot starts with. */
export const PlanBot = z.object({
  name: z.string(),
  symbols: z.array(z.string()),
  /** Null where the program itself decides. */
  directions: z.nullable(z.enum(['long', 'both'])),
  /** Bars that it decides on. */
  interval: BarInterval,
  max_orders_per_day: z.int(),
  /** Shares of one order. */
  max_quantity: z.int(),
  stop_loss_percentage: z.nullable(z.number()),
  target_profit_percentage: z.nullable(z.number()),
  trailing_stop_percentage: z.nullable(z.number()),
  max_loss_per_day: z.nullable(Rupees),
  max_profit_per_day: z.nullable(Rupees),
})
export type PlanBot = z.infer<typeof PlanBot>

/** The plan's own list narrows what the bot trades; an empty one allows every symbol of the bot. */
export function symbolsAllowed(symbols: readonly string[], allowed: readonly string[]): readonly string[] {
  return allowed.length === 0 ? symbols : symbols.filter((symbol) => allowed.includes(symbol))
}

export const BotPlan = z.object({
  id: Id,
  name: z.string(),
  bot_type: BotType,
  bot_type_display: z.string(),
  /** Null: the oldest deployed bot of the type. */
  bot_id: z.nullable(Id),
  billing_cycle: BillingCycle,
  billing_cycle_display: z.string(),
  description: z.string(),
  price: Rupees,
  duration_days: z.int(),
  max_trades_per_day: z.int(),
  max_quantity: z.nullable(z.int()),
  advanced_analytics: z.boolean(),
  priority_support: z.boolean(),
  custom_strategies: z.boolean(),
  backtesting_enabled: z.boolean(),
  real_time_alerts: z.boolean(),
  risk_management: z.boolean(),
  api_access: z.boolean(),
  allowed_symbols: z.array(z.string()),
  stop_loss_enabled: z.boolean(),
  target_profit_enabled: z.boolean(),
  /** How often a month its holder may try the bot on history. */
  history_runs_per_month: z.int(),
  ...trialTerms,
  /** Null while no strategy of the type is on offer. */
  bot: z.nullable(PlanBot),
  is_active: z.boolean(),
  is_popular: z.boolean(),
})
export type BotPlan = z.infer<typeof BotPlan>

export const listPlans = call({
  method: 'GET',
  path: '/subscriptions/plans/',
  access: 'signed-in',
  summary: 'Regular plans, cheapest first.',
  answer: z.array(Plan),
})

export const readPlan = call({
  method: 'GET',
  path: '/subscriptions/plans/{id}/',
  access: 'signed-in',
  summary: 'One regular plan.',
  params: ById,
  answer: Plan,
})

export const listBotPlans = call({
  method: 'GET',
  path: '/subscriptions/bot-plans/',
  access: 'signed-in',
  summary: 'Bot plans, cheapest first; administrators see inactive ones too.',
  answer: z.array(BotPlan),
})

export const readBotPlan = call({
  method: 'GET',
  path: '/subscriptions/bot-plans/{id}/',
  access: 'signed-in',
  summary: 'One bot plan.',
  params: ById,
  answer: BotPlan,
})

export const TradingSymbol = z.object({
  id: Id,
  symbol: z.string(),
  token: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
})
export type TradingSymbol = z.infer<typeof TradingSymbol>

/** With what an order needs at least. */
export const PricedSymbol = z.extend(TradingSymbol, {
  lot_size: z.int(),
  /** Null while it is not known. */
  last_price: z.nullable(Rupees),
})
export type PricedSymbol = z.infer<typeof PricedSymbol>

export const listSymbols = call({
  method: 'GET',
  path: '/subscriptions/symbols/',
  access: 'signed-in',
  summary: 'The active trading symbols with their last prices, by name.',
  answer: z.array(PricedSymbol),
})

/** The administrator's configuration of a bot type, shown on the set-up screens. */
export const AdminBotSettings = z.object({
  bot_type: BotType,
  name: z.string(),
  description: z.string(),
  version: z.string(),
  status: z.enum(['active', 'inactive', 'testing']),
  symbol: z.string(),
  token: z.string(),
  allowed_symbols: z.array(z.string()),
  /** Bars that it decides on. */
  interval: BarInterval,
  quantity: z.int(),
  ema_period: z.int(),
  stop_loss_percentage: z.number(),
  target_profit_percentage: z.number(),
  max_orders_per_day: z.int(),
  max_loss_per_day: z.nullable(Rupees),
  max_profit_per_day: z.nullable(Rupees),
  max_loss_per_week: z.nullable(Rupees),
  max_drawdown: z.nullable(Rupees),
  max_open_value: z.nullable(Rupees),
  trailing_stop_percentage: z.nullable(z.number()),
})
export type AdminBotSettings = z.infer<typeof AdminBotSettings>

export const readUserBotSettings = call({
  method: 'GET',
  path: '/admin/bot-config/user/{bot_type}/',
  access: 'signed-in',
  summary: "The administrator's configuration for a plan's bot type; of the plan's own bot, if it names one.",
  params: z.strictObject({ bot_type: BotType }),
  query: z.strictObject({ bot_plan_id: z.optional(Id) }),
  answer: AdminBotSettings,
})
