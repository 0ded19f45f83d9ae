import { findBotPlan } from '../../../billing/plans/index.ts'
import { keepStricterLimits } from '../../../billing/subscriptions/index.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { type BotInstanceRow, notifyEngine } from '../bot-store.ts'
import { BotSettings } from './bot-settings.ts'
import { endInstance, NO_CAPITAL, PAPER_ONLY, replaceInstance } from './replace-instance.ts'
import { hasCapital, type PlanRef, type Resolved, resolveSettings } from './resolve-settings.ts'

/**
 * The plan has changed. The same strategy goes on in its instance, by the new terms once nothing is held. Another
 * strategy is another bot: the instance and its copies end, and a new one begins. Open positions are not closed by this,
 * since selling at the market at once would cost the trader money only because of a plan change; they keep their stop,
 * target and square-off, and the mode they were opened in.
 */
export async function followPlanChange(tx: Tx, subscription: PlanRef, now: Date): Promise<void> {
  const instances = await lockInstances(tx, subscription.id)
  const own = instances.find(({ is_copy }) => !is_copy)
  if (own) await keepStricterLimits(tx, subscription.id, BotSettings.parse(own.settings).limits, now)
  const plan = subscription.bot_plan_id ? await findBotPlan(tx, subscription.bot_plan_id) : undefined
  for (const instance of instances) {
    // A plan that names its bot was bought for that bot; any other goes on with what the instance runs.
    const found = await resolveSettings(tx, subscription, plan?.bot_id ? undefined : instance.strategy_id)
    if (typeof found !== 'object') {
      await change(tx, instance, {}, 'Its bot is not available yet.', now)
    } else if (found.strategy.id === instance.strategy_id) {
      const terms = { version: found.strategy.version, settings: JSON.stringify(found.settings) }
      await change(tx, instance, terms, hindranceOf(instance, found), now)
    } else if (instance.is_copy) {
      await endInstance(tx, instance, 'Your plan changed to another strategy.', now)
    } else {
      await replaceInstance(tx, instance, found, { cause: 'Your plan changed', begins: 'as the former ran' }, now)
    }
  }
}

/** Under a plan on paper only a live bot keeps its mode, so that what it holds is sold where it was bought. */
function hindranceOf({ mode }: BotInstanceRow, { settings, allowsLive }: Resolved): string | null {
  if (!hasCapital(settings)) return NO_CAPITAL
  return mode === 'live' && !allowsLive ? PAPER_ONLY : null
}

async function lockInstances(tx: Tx, subscriptionId: string): Promise<BotInstanceRow[]> {
  return tx
    .selectFrom('user_bots')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('archived_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stopped, if something hinders it; else it continues as it was, paused or running. */
async function change(
  tx: Tx,
  instance: BotInstanceRow,
  terms: { readonly version?: number; readonly settings?: string },
  hindrance: string | null,
  now: Date,
): Promise<void> {
  const isStopping = hindrance !== null && instance.status !== 'stopped'
  const reason = isStopping ? `Your plan changed. ${hindrance}` : null
  await tx
    .updateTable('user_bots')
    .set({
      ...terms,
      ...(isStopping && { status: 'stopped', stopped_at: now }),
      // A stopped instance stays stopped; why it stopped under the old plan no longer matters.
      ...((isStopping || instance.status === 'stopped') && { status_reason: reason }),
      updated_at: now,
    })
    .where('id', '=', instance.id)
    .execute()
  await notifyEngine(tx, instance.id)
  await recordLog(tx, now, {
    level: 'INFO',
    category: 'bot',
    message: `${instance.name}: ${reason ? `stopped. ${reason}` : 'follows the new plan'}`,
    userId: instance.user_id,
    details: { user_bot_id: instance.id },
  })
}
