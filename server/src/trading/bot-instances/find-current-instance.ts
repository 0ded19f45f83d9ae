import type { Queryable } from '../../platform/db/client.ts'
import { findValid, type SubscriptionRow } from '../../billing/subscriptions/index.ts'
import { type BotInstanceDetails, listBotInstances } from './bot-store.ts'

export type CurrentInstance = {
  readonly subscription: SubscriptionRow | undefined
  /** The valid subscription's own bot instance, not its copies. */
  readonly instance: BotInstanceDetails | undefined
  /** Instances that ended, with their plan or by its change, and still hold positions: the engine closes them. */
  readonly closing: readonly BotInstanceDetails[]
}

/**
 * Decides which bot instance is the user's, for panel, participation, readiness and controls. It reads what the list of
 * bots reads, so that all screens agree.
 */
export async function findCurrentInstance(db: Queryable, userId: string, now: Date): Promise<CurrentInstance> {
  const subscription = await findValid(db, userId, now)
  const lines = await listBotInstances(db, now, { userId })
  const instance = lines.find(
    ({ is_copy, ended_at, subscription_id }) => !is_copy && !ended_at && subscription_id === subscription?.id,
  )
  const closing = lines.filter(({ is_plan_ended, open_positions }) => is_plan_ended && open_positions > 0)
  return { subscription, instance, closing }
}
