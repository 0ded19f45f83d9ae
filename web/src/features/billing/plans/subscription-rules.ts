import { type Subscription, SubscriptionStatus } from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS } from '@trading-bot/core/time'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import type { SelectedPlan } from './selected-plan.ts'

/** A status unknown to this version is shown as pending. */
export function statusOf({ status }: { status: string }): string {
  return SubscriptionStatus.safeParse(status).success ? status : 'pending'
}

export function planOf(subscription: Subscription): SelectedPlan | null {
  const plan = subscription.bot_plan ?? subscription.plan
  return plan && { ...plan, billing_cycle: subscription.billing_cycle }
}

export function unusedDays({ end_date }: Subscription, nowMs = Date.now()): number {
  return end_date === null ? 0 : Math.max(0, Math.floor((Date.parse(end_date) - nowMs) / DAY_MS))
}

export type Direction = 'purchase' | 'upgrade' | 'downgrade' | 'same'

/**
 * Whether choosing a plan is a purchase, an upgrade or a downgrade: what it costs now by the month, compared with what
 * the holder pays. The held plan is neither, whatever it costs by now.
 */
export function directionTo(plan: SelectedPlan, subscription: Subscription | null): Direction {
  const current = isValidSubscription(subscription) ? planOf(subscription) : null
  if (!current) return 'purchase'
  if (plan.id === current.id || plan.price === current.price) return 'same'
  return plan.price > current.price ? 'upgrade' : 'downgrade'
}
