import { type Selectable, sql } from 'kysely'
import { findBotPlan } from '../../../billing/plans/index.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UserBots } from '../../../platform/db/tables.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { nameAfter } from './instance-name.ts'
import { hasCapital, type PlanRef, type Resolved, resolveSettings } from './resolve-settings.ts'

type Instance = Selectable<UserBots>

/**
 * The plan has changed: its bot instance and the copies of it follow the new plan in the same transaction.
 *
 * Open positions are not closed by this. They have their own stop, target and square-off; the engine keeps using the
 * old strategy's exits, opens nothing with it, and applies the new settings once nothing is held. Selling at the market
 * at once would cost the trader money only because of a plan change. For the same reason the mode stays: a position
 * bought with real money is not sold on paper.
 */
export async function rebindInstances(tx: Tx, subscription: PlanRef, now: Date): Promise<void> {
  const plan = subscription.bot_plan_id ? await findBotPlan(tx, subscription.bot_plan_id) : undefined
  for (const instance of await lockInstances(tx, subscription.id)) {
    // A plan that names its bot was bought for that bot; any other goes on with what the instance runs.
    const found = await resolveSettings(tx, subscription, plan?.bot_id ? undefined : instance.strategy_id)
    const resolved = typeof found === 'object' ? found : undefined
    const reason = reasonToStop(instance, resolved)
    const isStopping = reason !== null && instance.status !== 'stopped'
    await tx
      .updateTable('user_bots')
      .set({
        ...(resolved && {
          strategy_id: resolved.strategy.id,
          version: resolved.strategy.version,
          name: nameAfter(resolved.strategy.id),
          settings: JSON.stringify(resolved.settings),
        }),
        ...(isStopping && { status: 'stopped', stopped_at: now }),
        // A stopped instance stays stopped; why it stopped under the old plan no longer matters.
        ...((isStopping || instance.status === 'stopped') && { status_reason: isStopping ? reason : null }),
        updated_at: now,
      })
      .where('id', '=', instance.id)
      .execute()
    await sql`select pg_notify('user_bots', ${instance.id})`.execute(tx)
    await recordLog(tx, now, {
      level: 'INFO',
      category: 'bot',
      message: `${instance.name}: ${isStopping ? `stopped. ${reason}` : 'follows the new plan'}`,
      userId: instance.user_id,
      details: { user_bot_id: instance.id, strategy: resolved?.strategy.name ?? null },
    })
  }
}

async function lockInstances(tx: Tx, subscriptionId: string): Promise<Instance[]> {
  return tx
    .selectFrom('user_bots')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Null when the instance continues as it was, paused or running. */
function reasonToStop(instance: Instance, resolved: Resolved | undefined): string | null {
  if (!resolved) return 'Your plan changed. Its bot is not available yet.'
  if (!hasCapital(resolved.settings)) return 'Your plan changed. Set the capital for its bot, then start it.'
  const isSameStrategy = resolved.strategy.id === instance.strategy_id
  // The consent to trade with real money was given for another strategy.
  if (instance.mode === 'live' && !isSameStrategy) return 'Your plan changed. Start the bot to trade live again.'
  // The old strategy failed; a start tries the new one.
  if (instance.status === 'error' && !isSameStrategy) return 'Your plan changed. Start the bot to trade again.'
  return null
}
