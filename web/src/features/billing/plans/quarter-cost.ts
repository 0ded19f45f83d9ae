import type { AnyPlan } from './selected-plan.ts'

/** What three months of a plan cost, and what they save against the monthly plan of the same bot; in rupees. */
export function quarterCost(plan: AnyPlan, plans: readonly AnyPlan[]): { cost: number; saves: number } {
  const cost = plan.price * 3
  if (!('bot_type' in plan) || plan.billing_cycle !== 'quarterly') return { cost, saves: 0 }
  const monthly = plans.flatMap((other) =>
    'bot_type' in other && other.bot_type === plan.bot_type && other.billing_cycle === 'monthly' ? [other.price] : [],
  )
  return { cost, saves: monthly.length === 0 ? 0 : Math.max(0, Math.min(...monthly) * 3 - cost) }
}
