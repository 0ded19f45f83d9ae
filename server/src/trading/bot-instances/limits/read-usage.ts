import { refuse } from '@trading-bot/contract/rest/refusals'
import type { readUsage as usage } from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { findBotPlan } from '../../../billing/plans/index.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { entriesSince } from '../../orders/index.ts'
import { findCurrentInstance } from '../find-current-instance.ts'
import { BotSettings } from '../settings/bot-settings.ts'
import { currentSession } from './current-session.ts'

/** The plan's days, and the orders of its bot by the limit that the engine applies to it. */
export const readUsage: UseCase<typeof usage> = async ({ db, actor, calendar, clock }) => {
  const now = clock.now()
  const { subscription, instance } = await findCurrentInstance(db, actor.userId, now)
  if (!subscription?.start_at || !subscription.end_at) return refuse('NO_SUBSCRIPTION')
  const { start_at, end_at, bot_plan_id } = subscription
  const [total, used] = [end_at.getTime() - start_at.getTime(), now.getTime() - start_at.getTime()]
  const plan = bot_plan_id ? await findBotPlan(db, bot_plan_id) : undefined
  const since = new Date(currentSession(calendar, now).openMs)
  return {
    days_total: total / DAY_MS,
    days_used: used / DAY_MS,
    days_left: (total - used) / DAY_MS,
    orders_today: instance ? await countEntries(db, instance.id, since) : 0,
    max_orders_per_day: instance
      ? BotSettings.parse(instance.settings).limits.maxEntriesPerDay
      : (plan?.max_trades_per_day ?? null),
  }
}

async function countEntries(db: Queryable, botId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${entriesSince(botId, since)} as count`.execute(db)
  return rows[0]?.count ?? 0
}
