import {
  BILLING_CYCLE_LABELS,
  BillingCycle,
  BOT_TYPE_LABELS,
  type BotPlan,
  BotType,
  type Plan,
} from '@trading-bot/contract/rest/billing/plans'
import type { Selectable } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { BotPlans, Plans } from '../../platform/db/tables.ts'
import { describePlanBot } from './plan-ports.ts'

export type PlanRow = Selectable<Plans>
export type BotPlanRow = Selectable<BotPlans>

export function planView(row: PlanRow): Plan {
  const { id, name, description, features, history_runs_per_month, trial_days, trial_allows_live, is_popular } = row
  return {
    id,
    name,
    description,
    features,
    ...allowancesView(row),
    history_runs_per_month,
    trial_days,
    trial_allows_live,
    is_popular,
    price: Number(row.price_paise) / 100,
    duration: row.duration_days,
  }
}

export function allowancesView({ max_symbols, allows_live, allows_telegram }: PlanRow) {
  return { max_symbols, allows_live, allows_telegram }
}

/** A plan as it is sold: its bot's part is read from the strategy, so that the card cannot disagree with the bot. */
export async function botPlanView(db: Queryable, row: BotPlanRow): Promise<BotPlan> {
  const { archived_at: _, created_at: __, updated_at: ___, price_paise, ...fields } = row
  const botType = BotType.parse(row.bot_type)
  const cycle = BillingCycle.parse(row.billing_cycle)
  return {
    ...fields,
    bot_type: botType,
    bot_type_display: BOT_TYPE_LABELS[botType],
    billing_cycle: cycle,
    billing_cycle_display: BILLING_CYCLE_LABELS[cycle],
    price: Number(price_paise) / 100,
    bot: await describePlanBot.ask(db, row),
  }
}
