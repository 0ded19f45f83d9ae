// Reports on the subscriptions of all users, for administrators.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Payment } from './payments.ts'
import { BotType } from './plans.ts'
import { ById, Bytes, Id, paging, Rupees, Time, dayInput } from '../shapes.ts'
import { SubscriptionFacts, SubscriptionStatus } from './subscriptions.ts'

export const SUBSCRIPTION_SORTS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  amount_high: 'Amount: high to low',
  amount_low: 'Amount: low to high',
  email_az: 'Email: A to Z',
  email_za: 'Email: Z to A',
  start_newest: 'Start date: newest',
  start_oldest: 'Start date: oldest',
} as const
export type SubscriptionSort = keyof typeof SUBSCRIPTION_SORTS
const sorts = Object.keys(SUBSCRIPTION_SORTS) as [SubscriptionSort, ...SubscriptionSort[]]

const Day = dayInput('Enter a date like 2026-11-15')
/** India days, the last one included, compared with the day on which the subscription was created. */
const filters = {
  start_date: z.optional(Day),
  end_date: z.optional(Day),
  status: z.optional(SubscriptionStatus),
}
const listFilters = {
  ...filters,
  user_email: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  sort_by: z._default(z.enum(sorts, 'Choose one of the sort orders'), 'newest'),
}

const PlanPart = z.nullable(z.object({ id: Id, name: z.string(), price: Rupees }))
const Capital = z.object({
  bot_type: z.nullable(BotType),
  symbol: z.string(),
  capital_amount: Rupees,
  long_capital_amount: Rupees,
  short_capital_amount: Rupees,
})
export const ReportedSubscription = z.extend(SubscriptionFacts, {
  plan: PlanPart,
  bot_plan: PlanPart,
  /** Null until the subscriber has configured a bot. */
  bot_configuration: z.nullable(Capital),
})
export type ReportedSubscription = z.infer<typeof ReportedSubscription>

const Page = z.object({
  subscriptions: z.array(ReportedSubscription),
  pagination: z.object({ page: z.int(), page_size: z.int(), total_count: z.int(), total_pages: z.int() }),
})

export const listAllSubscriptions = call({
  method: 'GET',
  path: '/subscriptions/admin/all/',
  access: 'admin',
  summary: 'Subscriptions of all users: filtered, sorted in one of eight ways, paginated.',
  query: z.strictObject({ ...paging, ...listFilters }),
  answer: Page,
})

export const listAdminSubscriptions = call({
  method: 'GET',
  path: '/admin/subscriptions/',
  access: 'admin',
  summary: 'The same list at its second address.',
  query: z.strictObject({ ...paging, ...listFilters }),
  answer: Page,
})

export const readSubscriptionStats = call({
  method: 'GET',
  path: '/subscriptions/admin/stats/',
  access: 'admin',
  summary: 'Number of subscriptions, active ones, and revenue less refunds, in total and in this India month.',
  query: z.strictObject(filters),
  answer: z.object({
    total_subscriptions: z.int(),
    active_subscriptions: z.int(),
    total_revenue: Rupees,
    monthly_revenue: Rupees,
  }),
})

export const exportSubscriptions = call({
  method: 'GET',
  path: '/subscriptions/admin/export/',
  access: 'admin',
  recentAuth: true,
  summary: 'The filtered list as CSV, up to 100,000 rows.',
  query: z.strictObject(listFilters),
  answer: Bytes,
  produces: 'text/csv; charset=utf-8',
})

const Invoice = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  total: Rupees,
  issued_at: Time,
})
const LedgerEntry = z.object({
  id: Id,
  at: Time,
  kind: z.string(),
  lines: z.array(z.object({ account: z.string(), amount: Rupees })),
})
export const HistoryLine = z.object({
  id: Id,
  at: Time,
  action: z.string(),
  actor: z.nullable(z.object({ id: Id, email: z.string() })),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
})

export const SubscriptionDetail = z.object({
  subscription: ReportedSubscription,
  payments: z.array(Payment),
  invoices: z.array(Invoice),
  ledger: z.array(LedgerEntry),
  history: z.array(HistoryLine),
})
export type SubscriptionDetail = z.infer<typeof SubscriptionDetail>

export const readAdminSubscription = call({
  method: 'GET',
  path: '/admin/subscriptions/{id}/',
  access: 'admin',
  summary: 'One subscription with its payments, invoices, ledger lines and history.',
  params: ById,
  answer: SubscriptionDetail,
})

const Changed = z.object({ message: z.string(), subscription: ReportedSubscription })

export const updateAdminSubscription = call({
  method: 'PUT',
  path: '/admin/subscriptions/{id}/',
  access: 'admin',
  summary: 'Turn the renewal of a running subscription on or off. Plans change by payment, periods by refund.',
  params: ById,
  body: z.strictObject({ auto_renew: z.boolean('Say whether it renews') }),
  answer: Changed,
})

export const endAdminSubscription = call({
  method: 'DELETE',
  path: '/admin/subscriptions/{id}/',
  access: 'admin',
  summary: 'Cancel a pending or running subscription; its unused value can be refunded. Nothing is deleted.',
  params: ById,
  answer: Changed,
})
