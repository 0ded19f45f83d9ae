import type { BillingCycle, BotPlan, BotType, Plan } from '@trading-bot/contract/rest/billing/plans'

export type AnyPlan = Plan | BotPlan

/** The plan fields a purchase needs; both a listed plan and the plan of a subscription have them. */
export type SelectedPlan = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly price: number
  readonly bot_type?: BotType
  readonly bot_type_display?: string
  readonly billing_cycle?: BillingCycle
  readonly max_quantity?: number | null
  readonly allowed_symbols?: readonly string[]
  /** What a regular plan allows; a bot plan has none of these. */
  readonly max_symbols?: number
  readonly allows_live?: boolean
  readonly allows_telegram?: boolean
  /** What its bot trades; only a listed plan says it. */
  readonly bot?: Pick<NonNullable<BotPlan['bot']>, 'symbols'> | null
}

/** The state /pricing passes to the set-up and to the change of plan. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    selectedPlan?: SelectedPlan
    isUpgrade?: boolean
    isDowngrade?: boolean
    /** How many steps of the set-up are completed. */
    completedSteps?: number
  }
}

/** A plan with a bot type is a bot plan. */
export function choiceOf(plan: SelectedPlan): { bot_plan_id: string } | { plan_id: string } {
  return plan.bot_type ? { bot_plan_id: plan.id } : { plan_id: plan.id }
}

export function cycleOf(plan: SelectedPlan): BillingCycle {
  return plan.billing_cycle ?? 'monthly'
}

/** The price in rupees for one billing period. */
export function chargeOf(plan: SelectedPlan): number {
  return plan.price * (cycleOf(plan) === 'quarterly' ? 3 : 1)
}

export function cycleLabel(plan: SelectedPlan): string {
  return plan.billing_cycle === 'quarterly' ? 'quarter' : 'month'
}

export function kindOf(plan: SelectedPlan): string {
  return plan.bot_type ? `${plan.bot_type_display ?? plan.bot_type} Plan` : 'Regular Plan'
}
