import {
  BILLING_CYCLE_LABELS,
  BillingCycle,
  BOT_TYPE_LABELS,
  type BotPlan,
  BotType,
  type Plan,
} from '@trading-bot/contract/rest/billing/plans'
import type { Selectable } from 'kysely'
import type { BotPlans, Plans } from '../../platform/db/tables.ts'

export type PlanRow = Selectable<Plans>
export type BotPlanRow = Selectable<BotPlans>

export function planView(row: PlanRow): Plan {
  const { id, name, description, features, is_popular } = row
  return {
    id,
    name,
    description,
    features,
    is_popular,
    price: Number(row.price_paise) / 100,
    duration: row.duration_days,
  }
}

export function botPlanView(row: BotPlanRow): BotPlan {
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
  }
}
