import type { PlanBot } from '@trading-bot/contract/rest/billing/plans'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { PlanRules } from '../../../billing/plans/index.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { BotConfig } from '../../strategies/index.ts'
import { resolvePlan } from './resolve-plan.ts'
import { parametersOf } from './resolve-settings.ts'

/** What a plan's card says about its bot: the rules that its bot starts with, before the user tightens any. */
export async function describePlan(db: Queryable, plan: PlanRules): Promise<PlanBot | null> {
  const resolved = await resolvePlan(db, plan)
  if (!resolved) return null
  const { bot, admin, instruments, limits } = resolved
  const rupees = (paise: number | null) => (paise === null ? null : paise / 100)
  const percent = (bps: number | null) => (bps === null ? null : bps / 100)
  return {
    name: bot.name,
    symbols: instruments.map(({ symbol }) => symbol),
    directions: directionsOf(plan.bot_type, bot.runs_as, admin),
    interval: admin.interval,
    max_orders_per_day: limits.maxEntriesPerDay,
    max_quantity: limits.maxQuantity,
    stop_loss_percentage: percent(limits.stopLossBps),
    target_profit_percentage: percent(limits.targetBps),
    trailing_stop_percentage: percent(limits.trailingStopBps),
    max_loss_per_day: rupees(limits.maxLossPerDayPaise),
    max_profit_per_day: rupees(limits.maxProfitPerDayPaise),
  }
}

/** Edited code may decide anything, so only an untouched template says in which directions it trades. */
function directionsOf(botType: string, runsAs: string | null, admin: BotConfig): PlanBot['directions'] {
  if (!findStrategy(botType) || runsAs !== 'native') return null
  return parametersOf(botType, admin)['allow_short'] === false ? 'long' : 'both'
}
