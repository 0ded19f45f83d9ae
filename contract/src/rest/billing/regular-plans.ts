// Administration of regular plans, whose holders pick a bot type themselves.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Message, required, rupeesInput } from '../shapes.ts'
import { trialFields } from './plan-admin.ts'
import { Plan } from './plans.ts'

const DAYS = 'Duration must be a whole number from 1 to 366 days'
const SYMBOLS = 'Symbols must be a whole number from 1 to 50'
const RUNS = 'History runs per month must be a whole number from 0 to 10,000'

export const RegularPlanForm = z.strictObject({
  name: required('Plan name is required', { max: 80 }),
  description: z._default(z.string().check(z.trim(), z.maxLength(1000, 'At most 1000 characters')), ''),
  price: rupeesInput('Price must be at least ₹1', { min: 1, max: 10_000_000 }),
  duration_days: z.int(DAYS).check(z.gte(1, DAYS), z.lte(366, DAYS)),
  features: z._default(
    z
      .array(
        z.string().check(z.trim(), z.minLength(1, 'A feature has a text'), z.maxLength(80, 'At most 80 characters')),
      )
      .check(z.maxLength(12, 'At most 12 features')),
    [],
  ),
  max_symbols: z._default(z.int(SYMBOLS).check(z.gte(1, SYMBOLS), z.lte(50, SYMBOLS)), 50),
  allows_live: z._default(z.boolean(), true),
  allows_telegram: z._default(z.boolean(), true),
  history_runs_per_month: z._default(z.int(RUNS).check(z.gte(0, RUNS), z.lte(10_000, RUNS)), 10),
  ...trialFields,
  is_popular: z._default(z.boolean(), false),
  is_active: z._default(z.boolean(), true),
})
export type RegularPlanForm = z.infer<typeof RegularPlanForm>

export const RegularPlan = z.extend(Plan, {
  is_active: z.boolean(),
  /** Subscriptions that hold it now. */
  holders: z.int(),
})
export type RegularPlan = z.infer<typeof RegularPlan>

const Saved = z.object({ message: z.string(), plan: RegularPlan })

export const listRegularPlans = call({
  method: 'GET',
  path: '/admin/regular-plans/',
  access: 'admin',
  summary: 'Every regular plan with its holders, cheapest first; those that are not on offer too.',
  answer: z.array(RegularPlan),
})
export const createRegularPlan = call({
  method: 'POST',
  path: '/admin/regular-plans/',
  access: 'admin',
  summary: 'Add a regular plan.',
  body: RegularPlanForm,
  answer: Saved,
  status: 201,
})
export const updateRegularPlan = call({
  method: 'PUT',
  path: '/admin/regular-plans/{id}/',
  access: 'admin',
  summary:
    'Change a regular plan or take it off offer. Existing orders keep their price; what it allows is not lowered while somebody holds it.',
  params: ById,
  body: RegularPlanForm,
  answer: Saved,
})
export const deleteRegularPlan = call({
  method: 'DELETE',
  path: '/admin/regular-plans/{id}/',
  access: 'admin',
  summary: 'Delete a regular plan that was never sold; one in use is refused and can be taken off offer instead.',
  params: ById,
  answer: Message,
})
