import { refuse } from '@trading-bot/contract/rest/refusals'
import type { readMySubscription as mine } from '@trading-bot/contract/rest/billing/subscriptions'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findByStatus, findNewestEnded, findValid } from './subscription-store.ts'
import { subscriptionView } from './subscription-view.ts'

export const readMySubscription: UseCase<typeof mine> = async ({ db, actor, clock }) => {
  const now = clock.now()
  const row =
    (await findValid(db, actor.userId, now)) ??
    (await findByStatus(db, actor.userId, 'pending')) ??
    // Past its end but not swept yet: it counts as ended.
    (await findByStatus(db, actor.userId, 'active')) ??
    (await findNewestEnded(db, actor.userId))
  return row ? subscriptionView(db, row, now) : refuse('NOT_FOUND')
}
