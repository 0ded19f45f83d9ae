import { refuse } from '@trading-bot/contract/rest/refusals'
import type { readUsage as usage } from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS } from '@trading-bot/core/time'
import { findBotPlan } from '../../billing/plans/index.ts'
import { findValid } from '../../billing/subscriptions/index.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { countEntriesToday } from './count-entries-today.ts'

export const readUsage: UseCase<typeof usage> = async ({ db, actor, clock }) => {
  const now = clock.now()
  const row = await findValid(db, actor.userId, now)
  if (!row?.start_at || !row.end_at) return refuse('NO_SUBSCRIPTION')
  const plan = row.bot_plan_id ? await findBotPlan(db, row.bot_plan_id) : undefined
  const [total, used] = [row.end_at.getTime() - row.start_at.getTime(), now.getTime() - row.start_at.getTime()]
  return {
    days_total: total / DAY_MS,
    days_used: used / DAY_MS,
    days_left: (total - used) / DAY_MS,
    orders_today: await countEntriesToday(db, actor.userId, now),
    max_orders_per_day: plan?.max_trades_per_day ?? null,
  }
}
