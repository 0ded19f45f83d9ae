import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { chargeOf, cycleLabel, type SelectedPlan } from '../plans/selected-plan.ts'
import type { Line } from './plan-summary.tsx'

/** The last line is what is due. */
export function purchaseLines(plan: SelectedPlan): readonly Line[] {
  return [
    ['Price', `${formatRupees(plan.price)}/month`],
    ['Billing cycle', cycleLabel(plan)],
    ['Total', formatRupees(chargeOf(plan))],
  ]
}

/** The unused value of the old plan is credited; the server computes the exact amount when the order is created. */
export function upgradeLines(plan: SelectedPlan, { unused_value, credit }: Subscription): readonly Line[] {
  const due = Math.max(0, chargeOf(plan) - unused_value - credit)
  return [
    ['Price', `${formatRupees(plan.price)}/month`],
    ['Billing cycle', cycleLabel(plan)],
    ['Unused value of your plan', formatRupees(-unused_value)],
    ...(credit > 0 ? [['Your credit', formatRupees(-credit)] as const] : []),
    ['Due now', formatRupees(due)],
  ]
}
