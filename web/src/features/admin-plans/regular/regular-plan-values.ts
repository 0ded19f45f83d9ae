import type { RegularPlan, RegularPlanForm } from '@trading-bot/contract/rest/billing/regular-plans'

/** The form's values: a number may be empty while it is being typed. */
export type RegularPlanValues = Omit<
  RegularPlanForm,
  'price' | 'duration_days' | 'max_symbols' | 'history_runs_per_month' | 'trial_days'
> & {
  price: number | ''
  duration_days: number | ''
  max_symbols: number | ''
  history_runs_per_month: number | ''
  trial_days: number | ''
}

export const NEW_PLAN: RegularPlanValues = {
  name: '',
  description: '',
  price: '',
  duration_days: 30,
  features: [],
  max_symbols: 50,
  allows_live: true,
  allows_telegram: true,
  history_runs_per_month: 10,
  trial_days: 0,
  trial_allows_live: false,
  is_popular: false,
  is_active: true,
}

export function formOf(plan: RegularPlan): RegularPlanForm {
  const { id: _, holders: __, duration, ...fields } = plan
  return { ...fields, duration_days: duration }
}
