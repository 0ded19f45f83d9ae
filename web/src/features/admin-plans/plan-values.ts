import type { BotPlanForm } from '@trading-bot/contract/rest/billing/plan-admin'
import type { BotPlan, BotType } from '@trading-bot/contract/rest/billing/plans'

/** The form's values: a field may be empty while it is being typed. */
export type PlanValues = Omit<
  BotPlanForm,
  'price' | 'bot_type' | 'duration_days' | 'max_trades_per_day' | 'history_runs_per_month' | 'trial_days'
> & {
  price: number | ''
  bot_type: BotPlanForm['bot_type'] | ''
  duration_days: number | ''
  max_trades_per_day: number | ''
  history_runs_per_month: number | ''
  trial_days: number | ''
}

const DEFAULTS: PlanValues = {
  name: '',
  bot_type: '',
  bot_id: null,
  billing_cycle: 'monthly',
  description: '',
  price: '',
  duration_days: 30,
  max_trades_per_day: 10,
  max_quantity: 100,
  allowed_symbols: [],
  advanced_analytics: false,
  priority_support: false,
  custom_strategies: false,
  backtesting_enabled: true,
  real_time_alerts: false,
  risk_management: true,
  api_access: true,
  stop_loss_enabled: true,
  target_profit_enabled: true,
  history_runs_per_month: 10,
  trial_days: 0,
  trial_allows_live: false,
  is_active: true,
  is_popular: false,
}

/** A bot that is about to be sold; the administrator only adds the price. */
export type SoldBot = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly bot_type: BotType
  readonly max_trades_per_day: number
}

export function initialPlan(plan: BotPlan | null, sold: SoldBot | null): PlanValues {
  if (!plan && sold) {
    const { id, name, description, bot_type, max_trades_per_day } = sold
    return { ...DEFAULTS, name, description, bot_type, bot_id: id, max_trades_per_day }
  }
  if (!plan) return DEFAULTS
  const { id: _, bot_type_display: __, billing_cycle_display: ___, bot: ____, ...fields } = plan
  return fields
}

/** The contract's schema has validated the form, so no required field is empty here. */
export function planRequest(values: PlanValues): BotPlanForm {
  return values as BotPlanForm
}
