import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'

/** Active and not yet expired. */
export function isValidSubscription(
  subscription: Subscription | null,
  nowMs = Date.now(),
): subscription is Subscription {
  return (
    subscription !== null &&
    subscription.status === 'active' &&
    subscription.end_date !== null &&
    Date.parse(subscription.end_date) > nowMs
  )
}
