import { refuse } from '@trading-bot/contract/rest/refusals'
import type { readMySubscription as mine, readUsage as usage } from '@trading-bot/contract/rest/subscriptions'
import type { Verb } from '../../http/bind-route.ts'
import { findBotPlan } from '../catalogue/index.ts'
import { countEntriesToday } from '../exposure/index.ts'
import { findByStatus, findNewestEnded, findValid } from './subscription-store.ts'
import { subscriptionView } from './subscription-view.ts'

const DAY_MS = 86_400_000

export const readMySubscription: Verb<typeof mine> = async ({ db, actor, clock }) => {
  const now = clock.now()
  const row =
    (await findValid(db, actor.userId, now)) ??
    (await findByStatus(db, actor.userId, 'pending')) ??
    // Over, but not yet swept: it counts as ended.
    (await findByStatus(db, actor.userId, 'active')) ??
    (await findNewestEnded(db, actor.userId))
  return row ? subscriptionView(db, row, now) : refuse('NOT_FOUND')
}

export const readUsage: Verb<typeof usage> = async ({ db, actor, clock }) => {
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
