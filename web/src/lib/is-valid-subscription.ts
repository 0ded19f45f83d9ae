import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'

/** Active and not yet expired. */
export function isValidSubscription<S extends Pick<Subscription, 'status' | 'end_date'>>(
  subscription: S | null,
  nowMs = Date.now(),
): subscription is S {
  return (
    subscription !== null &&
    subscription.status === 'active' &&
    subscription.end_date !== null &&
    Date.parse(subscription.end_date) > nowMs
  )
}
