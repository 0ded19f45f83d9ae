// A user's subscription, one valid at a time, with its bot's configuration.
import * as z from 'zod/mini'
import type { TradingMode } from '../trading/bots.ts'
import { call } from '../call.ts'
import { CouponCode } from './coupons.ts'
import { BillingCycle, BotType, isTwoSided, planAllowances } from './plans.ts'
import { ById, Id, Rupees, rupeesInput, Time } from '../shapes.ts'

export const SubscriptionStatus = z.enum(['active', 'pending', 'cancelled', 'expired', 'failed'])
export const PaymentStatus = z.enum(['success', 'pending', 'failed', 'refunded'])

const percent = (max: number, message: string) => z.number(message).check(z.gte(0.1, message), z.lte(max, message))
const within = (min: number, max: number, message: string) =>
  z.int(message).check(z.gte(min, message), z.lte(max, message))
const optionalRupees = z.optional(z.nullable(rupeesInput('Enter an amount of 0 or more')))

/** What happens to a live position whose stop the broker refuses. */
export const OnRefusedStop = z.enum(['close', 'warn'], 'Choose whether to close the position or only to warn')
export type OnRefusedStop = z.infer<typeof OnRefusedStop>

/** Fields of the per-subscription configuration; the wizard and the set-up flow send a part of them. */
export const configFields = {
  bot_type: z.optional(BotType),
  symbol: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  token: z.optional(z.string().check(z.trim(), z.maxLength(25))),
  quantity: z.optional(within(1, 100_000, 'Quantity must be at least 1')),
  price: optionalRupees,
  ema_period: z.optional(within(1, 200, 'EMA period must be between 1 and 200')),
  stop_loss_percentage: z.optional(percent(50, 'Stop loss must be between 0.1 and 50')),
  target_profit_percentage: z.optional(percent(100, 'Target profit must be between 0.1 and 100')),
  buy_threshold: optionalRupees,
  sell_threshold: optionalRupees,
  max_orders_per_day: z.optional(within(1, 50, 'Max orders per day must be between 1 and 50')),
  max_loss_per_day: optionalRupees,
  max_profit_per_day: optionalRupees,
  max_loss_per_week: optionalRupees,
  max_drawdown: optionalRupees,
  max_open_value: optionalRupees,
  trailing_stop_percentage: z.optional(z.nullable(percent(50, 'Trailing stop must be between 0.1 and 50'))),
  capital_amount: z.optional(rupeesInput('Capital amount must be greater than 0')),
  long_capital_amount: z.optional(rupeesInput('Long capital amount must be greater than 0')),
  short_capital_amount: z.optional(rupeesInput('Short capital amount must be greater than 0')),
  enable_stop_loss: z.optional(z.boolean()),
  enable_target_profit: z.optional(z.boolean()),
  enable_daily_limits: z.optional(z.boolean()),
  on_refused_stop: z.optional(OnRefusedStop),
  is_active: z.optional(z.boolean()),
  auto_trade: z.optional(z.boolean()),
  backtest_mode: z.optional(z.boolean()),
  email_notifications: z.optional(z.boolean()),
  sms_notifications: z.optional(z.boolean()),
  telegram_notifications: z.optional(z.boolean()),
  /** Symbols that a regular plan's bot trades, with `symbol` among them; without it, `symbol` alone. */
  allowed_symbols: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(50, 'At most 50 symbols'))),
  /** Parameters of the chosen strategy beside the ones above; those that are not sent are the administrator's. */
  strategy_parameters: z.optional(z.record(z.string().check(z.maxLength(60)), z.union([z.number(), z.boolean()]))),
}

/** A limit while it is typed: an empty field is no limit. */
const typed = (limit: z.ZodMiniType) => z.optional(z.union([z.literal(''), z.null(), limit]))
const typedAmount = typed(rupeesInput('Enter an amount of 0 or more'))
const limitChecks = {
  max_loss_per_day: typedAmount,
  max_profit_per_day: typedAmount,
  max_loss_per_week: typedAmount,
  max_drawdown: typedAmount,
  max_open_value: typedAmount,
  trailing_stop_percentage: typed(percent(50, 'Trailing stop must be between 0.1 and 50')),
}
const above = (least: number, message: string) => z.number(message).check(z.gte(least, message))
const capital = (side: string) => rupeesInput(`${side} amount must be greater than 0`, { min: 0.01 })
const settingChecks = {
  symbol: z.string().check(z.minLength(1, 'Stock symbol is required')),
  ema_period: above(1, 'EMA period is required'),
  stop_loss_percentage: above(0.1, 'Stop loss percentage is required'),
  target_profit_percentage: above(0.1, 'Target profit percentage is required'),
  max_orders_per_day: within(1, 50, 'Max orders per day must be between 1 and 50'),
  ...limitChecks,
}
const OneSidedForm = z.object({ ...settingChecks, capital_amount: capital('Capital') })
const TwoSidedForm = z.object({
  ...settingChecks,
  long_capital_amount: capital('Long capital'),
  short_capital_amount: capital('Short capital'),
})

/** The configuration form: the administrator's values are required, and capital for each side of the bot. */
export function configurationForm(botType: string | null | undefined) {
  return isTwoSided(botType) ? TwoSidedForm : OneSidedForm
}

/** The purchase wizard's checks by step; a plan without a maximum allows 1000. */
export function wizardForm(maxQuantity: number | null | undefined) {
  const max = maxQuantity ?? 1000
  const atLeastOne = 'Quantity must be at least 1'
  return [
    z.object({
      symbol: z.string('Please select a stock symbol').check(z.minLength(1, 'Please select a stock symbol')),
      quantity: z.int(atLeastOne).check(z.gte(1, atLeastOne), z.lte(max, `Quantity cannot exceed ${max}`)),
      price: typedAmount,
    }),
    z.object({
      ema_period: within(1, 200, 'EMA period must be between 1 and 200'),
      stop_loss_percentage: percent(50, 'Stop loss must be between 0.1 and 50'),
      target_profit_percentage: percent(100, 'Target profit must be between 0.1 and 100'),
      buy_threshold: typedAmount,
      sell_threshold: typedAmount,
    }),
    z.object({
      max_orders_per_day: within(1, 50, 'Max orders per day must be between 1 and 50'),
      max_loss_per_day: typedAmount,
    }),
    z.object({}),
  ] as const
}

/** A regular plan's configuration form: all checks of the wizard, and capital for each side of the bot. */
export function ownConfigurationForm(botType: string | null | undefined) {
  const [trading, strategy, risk] = wizardForm(null)
  const sides = isTwoSided(botType)
    ? { long_capital_amount: capital('Long capital'), short_capital_amount: capital('Short capital') }
    : { capital_amount: capital('Capital') }
  return z.object({ ...trading.shape, ...strategy.shape, ...risk.shape, ...limitChecks, ...sides })
}

export const BotConfiguration = z.object({
  bot_type: z.nullable(BotType),
  symbol: z.string(),
  token: z.string(),
  quantity: z.int(),
  price: z.nullable(Rupees),
  ema_period: z.int(),
  stop_loss_percentage: z.number(),
  target_profit_percentage: z.number(),
  buy_threshold: z.nullable(Rupees),
  sell_threshold: z.nullable(Rupees),
  max_orders_per_day: z.int(),
  max_loss_per_day: z.nullable(Rupees),
  max_profit_per_day: z.nullable(Rupees),
  max_loss_per_week: z.nullable(Rupees),
  max_drawdown: z.nullable(Rupees),
  max_open_value: z.nullable(Rupees),
  trailing_stop_percentage: z.nullable(z.number()),
  capital_amount: Rupees,
  long_capital_amount: Rupees,
  short_capital_amount: Rupees,
  on_refused_stop: OnRefusedStop,
  /** When off, the bot cannot start and makes no entries. */
  is_active: z.boolean(),
  auto_trade: z.boolean(),
  backtest_mode: z.boolean(),
  email_notifications: z.boolean(),
  sms_notifications: z.boolean(),
  telegram_notifications: z.boolean(),
  allowed_symbols: z.array(z.string()),
  strategy_parameters: z.record(z.string(), z.union([z.number(), z.boolean()])),
  /** True if capital is set, so that the bot can size orders. */
  is_complete: z.boolean(),
})
export type BotConfiguration = z.infer<typeof BotConfiguration>

/** Live only if both flags allow it. */
export function modeOf(flags: { readonly auto_trade: boolean; readonly backtest_mode: boolean }): TradingMode {
  return flags.auto_trade && !flags.backtest_mode ? 'live' : 'paper'
}

/** Fields shared by the subscriber's view and the administrator's report. */
export const SubscriptionFacts = z.object({
  id: Id,
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
  status: SubscriptionStatus,
  payment_status: PaymentStatus,
  billing_cycle: BillingCycle,
  amount_paid: Rupees,
  start_date: z.nullable(Time),
  end_date: z.nullable(Time),
  created_at: Time,
  auto_renew: z.boolean(),
})

export const Subscription = z.extend(SubscriptionFacts, {
  /** If cancelled now: the unused value, and what of it is refunded. The rest, which credit had paid, is credit again. */
  unused_value: Rupees,
  refundable_value: Rupees,
  /** For the next charge. */
  credit: Rupees,
  /** The period after the running one is paid for: one in advance at most. */
  is_renewed: z.boolean(),
  /** False once the plan is no longer sold: it runs to its end and does not renew. */
  is_renewable: z.boolean(),
  /** Another price a month, lower or announced in time, and the day from which a renewal has it. */
  next_price: z.nullable(z.object({ price: Rupees, from: Time })),
  /** While it is a trial that nobody has paid for yet. */
  trial: z.nullable(z.object({ ends_at: Time, is_paper_only: z.boolean() })),
  plan: z.nullable(z.object({ id: Id, name: z.string(), description: z.string(), price: Rupees, ...planAllowances })),
  bot_plan: z.nullable(
    z.object({
      id: Id,
      name: z.string(),
      description: z.string(),
      price: Rupees,
      bot_type: BotType,
      bot_type_display: z.string(),
      /** Narrows what the bot trades; empty allows all its symbols. */
      allowed_symbols: z.array(z.string()),
    }),
  ),
  bot_configuration: z.nullable(BotConfiguration),
})
export type Subscription = z.infer<typeof Subscription>

export const readMySubscription = call({
  method: 'GET',
  path: '/subscriptions/my-subscription/',
  access: 'signed-in',
  summary: 'The valid subscription, else the newest pending, else the newest ended; 404 when there is none.',
  answer: Subscription,
})

const chosenPlan = {
  plan_id: z.optional(z.nullable(Id)),
  bot_plan_id: z.optional(z.nullable(Id)),
}
const oneOfBoth = z.refine<{ plan_id?: string | null | undefined; bot_plan_id?: string | null | undefined }>(
  (options) => Boolean(options.plan_id) !== Boolean(options.bot_plan_id),
  { error: 'Send either plan_id or bot_plan_id', path: ['plan_id'] },
)

export const createSubscription = call({
  method: 'POST',
  path: '/subscriptions/create/',
  access: 'signed-in',
  summary: 'A pending subscription for a plan; a verified payment makes it active.',
  body: z.strictObject({ ...chosenPlan, billing_cycle: z.optional(BillingCycle), ...configFields }).check(oneOfBoth),
  answer: Subscription,
  status: 201,
})

export const cancelSubscription = call({
  method: 'PUT',
  path: '/subscriptions/cancel/',
  access: 'signed-in',
  summary:
    'Cancel at once; files a refund request for what was paid of the unused value, the rest becomes credit again.',
  isBodyOptional: true,
  body: z.strictObject({ subscription_id: z.optional(Id), id: z.optional(Id) }),
  answer: z.object({ message: z.string(), subscription: Subscription }),
})

const PlanChange = z.strictObject({ ...chosenPlan, billing_cycle: z.optional(BillingCycle) }).check(oneOfBoth)

export const startTrial = call({
  method: 'POST',
  path: '/subscriptions/trial/',
  access: 'signed-in',
  summary: 'Begin the trial that a plan offers, once per person; nothing is charged, and it ends by itself.',
  body: z.strictObject({ ...chosenPlan }).check(oneOfBoth),
  answer: z.object({ message: z.string(), subscription: Subscription }),
  status: 201,
})

/** A coupon for a payment, and the amount that was shown with it: another one is refused, not charged. */
export const couponed = {
  coupon: z.optional(z.nullable(CouponCode)),
  due: z.optional(z.nullable(rupeesInput('Enter the amount that was shown', { min: 1 }))),
}

/** A payment order: amount in paise, as the provider requires. */
export const PaymentOrder = z.object({
  key_id: z.string(),
  amount: z.int(),
  currency: z.literal('INR'),
  order_id: z.string(),
  payment_id: Id,
  is_simulated: z.boolean(),
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

const PlanChangeAnswer = z.object({
  message: z.string(),
  subscription: Subscription,
  /** The payment order if money is due to a real provider; null once the change is done. */
  order: z.nullable(PaymentOrder),
})

export const upgradeSubscription = call({
  method: 'PUT',
  path: '/subscriptions/upgrade/',
  access: 'signed-in',
  summary: 'Upgrade: the difference is charged, and the new plan starts now for a full period.',
  body: z.strictObject({ ...chosenPlan, billing_cycle: z.optional(BillingCycle), ...couponed }).check(oneOfBoth),
  answer: PlanChangeAnswer,
})

export const downgradeSubscription = call({
  method: 'PUT',
  path: '/subscriptions/downgrade/',
  access: 'signed-in',
  summary: 'Downgrade now: the unused value becomes time of the new plan.',
  body: PlanChange,
  answer: PlanChangeAnswer,
})

export const toggleAutoRenew = call({
  method: 'PUT',
  path: '/subscriptions/toggle-auto-renew/',
  access: 'signed-in',
  summary: 'Turn renewal on or off (or to the given value).',
  isBodyOptional: true,
  body: z.strictObject({ auto_renew: z.optional(z.boolean()) }),
  answer: z.object({ auto_renew: z.boolean(), message: z.string() }),
})

export const readUsage = call({
  method: 'GET',
  path: '/subscriptions/usage/',
  access: 'signed-in',
  summary: 'How much of the running period and of its daily limits is used.',
  answer: z.object({
    days_total: z.number(),
    days_used: z.number(),
    days_left: z.number(),
    orders_today: z.int(),
    max_orders_per_day: z.nullable(z.int()),
  }),
})

export const previewPlanChange = call({
  method: 'GET',
  path: '/subscriptions/change-preview/',
  access: 'signed-in',
  summary: 'What changing to this plan does to the bot, its open positions, entries and limits, in sentences.',
  query: z.strictObject({ plan_id: z.optional(Id), bot_plan_id: z.optional(Id) }),
  answer: z.object({ lines: z.array(z.string()) }),
})

export const updateConfiguration = call({
  method: 'PUT',
  path: '/subscriptions/{id}/config/',
  access: 'owner',
  summary:
    "Set the capital (and own limits downwards), paper or live (auto_trade without backtest_mode); a bot plan's other values are the administrator's, a regular plan's the user's. A live configuration trades only once the bot is started with the typed consent.",
  params: ById,
  body: z.strictObject(configFields),
  answer: z.object({ message: z.string(), bot_configuration: BotConfiguration }),
})
