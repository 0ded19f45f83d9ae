import type { PlanBot } from '@trading-bot/contract/rest/billing/plans'
import type { Queryable } from '../../platform/db/client.ts'
import { domainPort } from '../../platform/domain-port.ts'
import type { BotPlanRow } from './plan-views.ts'

/** The part of a plan that decides what its bot does. */
export type PlanRules = Pick<
  BotPlanRow,
  'bot_type' | 'allowed_symbols' | 'max_trades_per_day' | 'max_quantity' | 'stop_loss_enabled' | 'target_profit_enabled'
>

/** What the plan's bot does by the strategy's own settings; null while none of its type is on offer. */
export const describePlanBot =
  domainPort<(db: Queryable, plan: PlanRules) => Promise<PlanBot | null>>('describePlanBot')
