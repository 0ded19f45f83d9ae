import { refuse } from '@trading-bot/contract/rest/refusals'
import type { cancelSubscription as spec } from '@trading-bot/contract/rest/billing/subscriptions'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { endSubscription } from './end-subscription.ts'
import { lockBilling } from './purchase.ts'
import { cancelTrial } from './trials/cancel-trial.ts'
import { findByStatus, findValid } from './subscription-store.ts'
import { subscriptionView } from './subscription-view.ts'

/** Takes effect at once, except during a trial: the unused value is booked as refundable, and the administrator sees the request. */
export const cancelSubscription: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await lockBilling(tx, actor.userId, now)
    const row = (await findValid(tx, actor.userId, now)) ?? (await findByStatus(tx, actor.userId, 'pending'))
    const wanted = input.subscription_id ?? input.id
    if (!row || (wanted !== undefined && wanted !== row.id)) return refuse('NO_SUBSCRIPTION')
    const cancelled = (await cancelTrial(tx, context, row)) ?? (await endSubscription(tx, context, row))
    return { message: 'Subscription cancelled successfully', subscription: await subscriptionView(tx, cancelled, now) }
  })
}
