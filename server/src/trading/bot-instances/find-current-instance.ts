import type { Queryable } from '../../platform/db/client.ts'
import { findValid, type SubscriptionRow } from '../../billing/subscriptions/index.ts'
import { type BotInstanceDetails, listBotInstances } from './bot-store.ts'

export type CurrentInstance = {
  readonly subscription: SubscriptionRow | undefined
  /** The valid subscription's own bot instance; copies are beside it. */
  readonly instance: BotInstanceDetails | undefined
  /** Instances of ended plans that still hold positions, the newest first: the engine closes what they hold. */
  readonly closing: readonly BotInstanceDetails[]
}

/**
 * Which bot instance is the user's: the one place that panel, participation, readiness and controls ask. It reads what
 * the list of bots reads, so that no two screens differ.
 */
export async function findCurrentInstance(db: Queryable, userId: string, now: Date): Promise<CurrentInstance> {
  const subscription = await findValid(db, userId, now)
  const lines = await listBotInstances(db, now, { userId })
  const instance = lines.find(({ is_copy, subscription_id }) => !is_copy && subscription_id === subscription?.id)
  const closing = lines.filter(({ is_plan_ended, open_positions }) => is_plan_ended && open_positions > 0)
  return { subscription, instance, closing }
}
