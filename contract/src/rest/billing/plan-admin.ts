// Administration of bot plans. A plan that was ever sold cannot be deleted, only deactivated.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { BillingCycle, BotPlan, BotType } from './plans.ts'
import { ById, Id, Message, required, Rupees, rupeesInput } from '../shapes.ts'

const count = (message: string, max: number) =>
  z
    .int({ error: ({ input }) => (typeof input === 'number' ? 'Enter a whole number' : message) })
    .check(z.gte(1, message), z.lte(max, `At most ${max.toLocaleString('en-IN')}`))
const flag = (value: boolean) => z._default(z.boolean(), value)

const TRIAL = 'Trial days must be 0 (none) or a whole number from 7 to 60'
/** A week at least: a card's first debit is announced five days before the end. */
export const trialFields = {
  trial_days: z._default(
    z.int(TRIAL).check(z.refine((days) => days === 0 || (days >= 7 && days <= 60), { error: TRIAL })),
    0,
  ),
  trial_allows_live: z._default(z.boolean(), false),
}

const RUNS = 'History runs per month must be a whole number from 0 to 10,000'

/** The plan's form. Missing values get the plan defaults. */
export const BotPlanForm = z.strictObject({
  name: required('Plan name is required', { max: 80 }),
  bot_type: BotType,
  /** The bot that the plan sells; null: the oldest deployed one of the type. */
  bot_id: z._default(z.nullable(Id), null),
  billing_cycle: BillingCycle,
  description: z._default(z.string().check(z.trim(), z.maxLength(1000, 'At most 1000 characters')), ''),
  price: rupeesInput('Price must be at least ₹1', { min: 1, max: 10_000_000 }),
  duration_days: count('Duration must be at least 1 day', 366),
  max_trades_per_day: count('Max trades per day must be at least 1', 10_000),
  max_quantity: z._default(z.nullable(count('Max quantity must be at least 1', 1_000_000)), 100),
  allowed_symbols: z._default(z.array(z.string().check(z.trim(), z.maxLength(40))).check(z.maxLength(100)), []),
  advanced_analytics: flag(false),
  priority_support: flag(false),
  custom_strategies: flag(false),
  backtesting_enabled: flag(true),
  real_time_alerts: flag(false),
  risk_management: flag(true),
  api_access: flag(true),
  stop_loss_enabled: flag(true),
  target_profit_enabled: flag(true),
  history_runs_per_month: z._default(z.int(RUNS).check(z.gte(0, RUNS), z.lte(10_000, RUNS)), 10),
  ...trialFields,
  is_active: flag(true),
  is_popular: flag(false),
})
export type BotPlanForm = z.infer<typeof BotPlanForm>

const PlanAnswer = z.object({ message: z.string(), plan: BotPlan })

export const createBotPlan = call({
  method: 'POST',
  path: '/subscriptions/bot-plans/create/',
  access: 'admin',
  summary: 'Add a bot plan.',
  body: BotPlanForm,
  answer: PlanAnswer,
  status: 201,
})

export const updateBotPlan = call({
  method: 'PUT',
  path: '/subscriptions/bot-plans/{id}/',
  access: 'admin',
  summary: 'Change a bot plan. Existing orders keep their price; the bot type of a plan in use cannot be changed.',
  params: ById,
  body: BotPlanForm,
  answer: PlanAnswer,
})

export const deleteBotPlan = call({
  method: 'DELETE',
  path: '/subscriptions/bot-plans/{id}/',
  access: 'admin',
  summary: 'Delete a bot plan that was never sold; one in use is refused and can be deactivated instead.',
  params: ById,
  answer: Message,
})

export const toggleBotPlan = call({
  method: 'PUT',
  path: '/subscriptions/bot-plans/{id}/toggle/',
  access: 'admin',
  summary: 'Activate or deactivate a plan; its subscriptions continue.',
  params: ById,
  isBodyOptional: true,
  body: z.strictObject({ is_active: z.optional(z.boolean()) }),
  answer: PlanAnswer,
})

export const readPlanHolders = call({
  method: 'GET',
  path: '/admin/plans/{id}/holders/',
  access: 'admin',
  summary:
    'Who holds a plan now, regular or for a bot, counted by the price they pay a month, and how many were told of another.',
  params: ById,
  answer: z.array(
    z.object({
      price: Rupees,
      holders: z.int(),
      /** What they were told they will pay, or will be told within minutes; null without a notice. */
      next_price: z.nullable(Rupees),
    }),
  ),
})

const confirmed = {
  reason: required('Say why, for the history', { max: 300, hasLines: true }),
  /** Typed by hand: how many it reaches. */
  count: z.int('Type the number of holders').check(z.gte(0, 'Type the number of holders')),
}

export const AnnouncePrice = z.strictObject({ price: rupeesInput('Enter the price'), ...confirmed })
export const announcePrice = call({
  method: 'POST',
  path: '/admin/plans/{id}/announce-price/',
  access: 'admin',
  recentAuth: true,
  summary:
    "Tell everybody who pays less of the plan's price: it is theirs from their first renewal 30 days after the mail.",
  params: ById,
  body: AnnouncePrice,
  answer: Message,
})

export const ArchivePlan = z.strictObject(confirmed)
export const archivePlan = call({
  method: 'POST',
  path: '/admin/plans/{id}/archive/',
  access: 'admin',
  recentAuth: true,
  summary: 'Take a plan out of every list for good: nobody buys or renews it, and its holders keep it until its end.',
  params: ById,
  body: ArchivePlan,
  answer: Message,
})
