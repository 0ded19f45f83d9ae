// The business desk: recurring revenue, what moved it, who stays, and what is due.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Bytes, Id, paging, Rupees, Time } from '../shapes.ts'

/** What changes the monthly recurring revenue between two months; together they are the difference, to the paise. */
export const MOVEMENTS = ['new', 'expansion', 'contraction', 'churn', 'reactivation'] as const
export type Movement = (typeof MOVEMENTS)[number]

/** An India month: 2026-11. */
const Month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month like 2026-11'))
const Moved = z.object({ amount: Rupees, payers: z.int() })
/** In per cent; null where there was nothing to compare with. */
const Percent = z.nullable(z.number())

export const BusinessMonth = z.object({
  month: Month,
  /** The month's end, or within the current month the instant of the figures. */
  as_of: Time,
  is_final: z.boolean(),
  start_mrr: Rupees,
  start_payers: z.int(),
  mrr: Rupees,
  payers: z.int(),
  movements: z.record(z.enum(MOVEMENTS), Moved),
  churn_percent: Percent,
  value_churn_percent: Percent,
  collected: Rupees,
  refunded: Rupees,
  refund_percent: Percent,
  /** Since when the nightly recomputation of an ended month gives something else. */
  differs_since: z.nullable(Time),
})
export type BusinessMonth = z.infer<typeof BusinessMonth>

export const TRIAL_LISTS = ['begun', 'ended', 'converted'] as const
export type TrialList = (typeof TRIAL_LISTS)[number]

/** Free trials by the month in which they ended: a trial converts if its holder pays by a week after its end. */
const TrialMonth = z.object({
  month: Month,
  begun: z.int(),
  ended: z.int(),
  converted: z.int(),
  converted_percent: Percent,
})
export type TrialMonth = z.infer<typeof TrialMonth>

const Due = z.object({ count: z.int(), amount: Rupees })

export const BusinessDesk = z.object({
  /** Null until the figures were computed for the first time. */
  as_of: z.nullable(Time),
  mrr: Rupees,
  arr: Rupees,
  payers: z.int(),
  /** Per payer and month; null without payers. */
  arpu: z.nullable(Rupees),
  /** The newest first. */
  months: z.array(BusinessMonth),
  plans: z.array(z.object({ name: z.string(), payers: z.int(), mrr: Rupees })),
  /** Of those whose first paid period began in a month: how many paid at the end of it and of each month after. */
  cohorts: z.array(z.object({ month: Month, size: z.int(), paying: z.array(z.int()) })),
  /** The newest first, twelve at most. */
  trials: z.array(TrialMonth),
  /** What plans that end within 30 days cost again, by whether they renew themselves. */
  due: z.object({ renewing: Due, ending: Due }),
})
export type BusinessDesk = z.infer<typeof BusinessDesk>

export const readBusiness = call({
  method: 'GET',
  path: '/admin/business/',
  access: 'admin',
  summary:
    'Monthly recurring revenue with its movements, payers, churn, cohorts, plan mix and renewals that are due. A payer’s share is a month’s worth of the running paid period, less GST, rounded down.',
  answer: BusinessDesk,
})

export const PAYER_LISTS = ['paying', ...MOVEMENTS] as const
export type PayerList = (typeof PAYER_LISTS)[number]

export const BusinessPayer = z.object({
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
  plan_name: z.string(),
  /** Monthly, at the end of the month before and of this one. */
  before: Rupees,
  after: Rupees,
})
export type BusinessPayer = z.infer<typeof BusinessPayer>

export const listPayers = call({
  method: 'GET',
  path: '/admin/business/payers/',
  access: 'admin',
  summary: 'Who is behind a figure of the business desk, the largest first; x-totals counts and sums them.',
  query: z.strictObject({
    ...paging,
    month: Month,
    list: z._default(z.enum(PAYER_LISTS), 'paying'),
    /** Those of one plan alone, or of those whose first paid period began in a month. */
    plan: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
    cohort: z.optional(Month),
  }),
  answer: z.array(BusinessPayer),
  totals: z.object({ count: z.int(), before: Rupees, after: Rupees }),
})

export const MONEY_LISTS = ['collected', 'refunded'] as const
export type MoneyList = (typeof MONEY_LISTS)[number]

export const BusinessMoney = z.object({
  id: Id,
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
  plan_name: z.string(),
  amount: Rupees,
  /** When it was paid, or had been paid back. */
  at: Time,
})
export type BusinessMoney = z.infer<typeof BusinessMoney>

export const listMoney = call({
  method: 'GET',
  path: '/admin/business/money/',
  access: 'admin',
  summary:
    'The payments or refunds behind a month of the business desk, the newest first; x-totals counts and sums them.',
  query: z.strictObject({ ...paging, month: Month, list: z._default(z.enum(MONEY_LISTS), 'collected') }),
  answer: z.array(BusinessMoney),
  totals: z.object({ count: z.int(), amount: Rupees }),
})

export const BusinessTrial = z.object({
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
  plan_name: z.string(),
  started_at: Time,
  ends_at: Time,
  converted_at: z.nullable(Time),
})
export type BusinessTrial = z.infer<typeof BusinessTrial>

export const listTrials = call({
  method: 'GET',
  path: '/admin/business/trials/',
  access: 'admin',
  summary: 'The trials behind a figure of the business desk, the newest first; x-totals counts them.',
  query: z.strictObject({ ...paging, month: Month, list: z._default(z.enum(TRIAL_LISTS), 'ended') }),
  answer: z.array(BusinessTrial),
  totals: z.object({ count: z.int() }),
})

export const DUE_LISTS = ['renewing', 'ending'] as const
export type DueList = (typeof DUE_LISTS)[number]

export const BusinessDue = z.object({
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
  plan_name: z.string(),
  ends_at: Time,
  /** What the next period costs before credit. */
  amount: Rupees,
})
export type BusinessDue = z.infer<typeof BusinessDue>

export const listDue = call({
  method: 'GET',
  path: '/admin/business/due/',
  access: 'admin',
  summary: 'The plans that end within 30 days, the next one first, by whether they renew themselves.',
  query: z.strictObject({ ...paging, list: z._default(z.enum(DUE_LISTS), 'renewing') }),
  answer: z.array(BusinessDue),
  totals: z.object({ count: z.int(), amount: Rupees }),
})

export const exportBusiness = call({
  method: 'GET',
  path: '/admin/business/export/',
  access: 'admin',
  summary: 'All months of the business desk as CSV.',
  answer: Bytes,
  produces: 'text/csv; charset=utf-8',
})
