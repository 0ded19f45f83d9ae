// What an operator does to one user's plan and money. Each needs a reason, and none makes money appear outside the ledger.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Payment } from './payments.ts'
import { ById, Id, Message, required, Rupees, rupeesInput, Time } from '../shapes.ts'

const reason = required('Say why: the user reads it', { max: 300, hasLines: true })
const DAYS = 'Days must be a whole number from 1 to 366'
export const goodwillDays = z.int(DAYS).check(z.gte(1, DAYS), z.lte(366, DAYS))
/** The end that the operator saw, so that a request that arrives twice changes the plan once. */
const ends_before = Time
const plan = { plan_id: z.optional(z.nullable(Id)), bot_plan_id: z.optional(z.nullable(Id)) }

export const Goodwill = z.object({
  id: Id,
  kind: z.enum(['days', 'credit']),
  /** Of days: the plan as it was called then, and its end after them. */
  plan_name: z.nullable(z.string()),
  days: z.nullable(z.int()),
  ends_at: z.nullable(Time),
  amount: z.nullable(Rupees),
  reason: z.string(),
  created_at: Time,
})
export type Goodwill = z.infer<typeof Goodwill>

export const listGoodwill = call({
  method: 'GET',
  path: '/subscriptions/goodwill/',
  access: 'signed-in',
  summary: 'Free days and credit that the operator gave the caller, newest first.',
  answer: z.array(Goodwill),
})

export const ExtendPlan = z.strictObject({ days: goodwillDays, reason, ends_before })
export const extendPlan = call({
  method: 'POST',
  path: '/admin/users/{id}/extend/',
  access: 'admin',
  recentAuth: true,
  summary: "Lengthen a user's running plan by free days. They have no value: no revenue, no refund, no part of MRR.",
  params: ById,
  body: ExtendPlan,
  answer: z.object({ message: z.string(), end_date: Time }),
})

export const GrantPlan = z.strictObject({ ...plan, days: goodwillDays, reason })
export const grantPlan = call({
  method: 'POST',
  path: '/admin/users/{id}/grant/',
  access: 'admin',
  recentAuth: true,
  summary: 'Begin a plan of free days for a user who holds none; it ends by itself.',
  params: ById,
  body: GrantPlan,
  answer: z.object({ message: z.string(), end_date: Time }),
})

export const previewPlanOfUser = call({
  method: 'GET',
  path: '/admin/users/{id}/plan/',
  access: 'admin',
  summary: "What a change of a user's plan would do: the unused value, and the end it lasts to at the other price.",
  params: ById,
  query: z.strictObject({ plan_id: z.optional(Id), bot_plan_id: z.optional(Id) }),
  answer: z.object({ unused_value: Rupees, credit: Rupees, end_date: Time }),
})

export const ChangePlanOfUser = z.strictObject({ ...plan, reason, ends_before })
export const changePlanOfUser = call({
  method: 'POST',
  path: '/admin/users/{id}/plan/',
  access: 'admin',
  recentAuth: true,
  summary: "Change a user's plan at once: unused value and credit become time of the other plan; nothing is charged.",
  params: ById,
  body: ChangePlanOfUser,
  answer: z.object({ message: z.string(), end_date: Time }),
})

export const GiveCredit = z.strictObject({
  amount: rupeesInput('Enter an amount greater than 0', { min: 0.01, max: 100_000 }),
  reason,
  /** The credit that the operator saw, so that a request that arrives twice gives once. */
  credit_before: rupeesInput('Enter the credit of before', { min: 0 }),
})
export const giveCredit = call({
  method: 'POST',
  path: '/admin/users/{id}/credit/',
  access: 'admin',
  recentAuth: true,
  summary: "Add goodwill to a user's credit: it lowers the next payment and is never paid out.",
  params: ById,
  body: GiveCredit,
  answer: z.object({ message: z.string(), credit: Rupees }),
})

export const AskAboutPayment = z.strictObject({
  reason: required('Say why, for the history', { max: 300, hasLines: true }),
})
export const askAboutPayment = call({
  method: 'POST',
  path: '/admin/payments/{id}/ask/',
  access: 'admin',
  recentAuth: true,
  summary: 'Ask the provider now what became of a payment; what it has captured is applied, once.',
  params: ById,
  body: AskAboutPayment,
  answer: z.extend(Message, { payment: Payment }),
})
