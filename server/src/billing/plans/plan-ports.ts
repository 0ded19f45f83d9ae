import type { PlanBot } from '@trading-bot/contract/rest/billing/plans'
import type { Selectable } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { BotPlans } from '../../platform/db/tables.ts'
import { domainPort } from '../../platform/domain-port.ts'

/** The part of a plan that decides what its bot does. */
export type PlanRules = Pick<
  Selectable<BotPlans>,
  | 'bot_type'
  | 'bot_id'
  | 'allowed_symbols'
  | 'max_trades_per_day'
  | 'max_quantity'
  | 'stop_loss_enabled'
  | 'target_profit_enabled'
>

/** Why a plan cannot sell this bot; undefined if it can. */
export const findUnsellable =
  domainPort<(db: Queryable, botType: string, botId: string) => Promise<string | undefined>>('findUnsellable')

/** What the plan's bot does by the strategy's own settings; null while none of its type is on offer. */
export const describePlanBot =
  domainPort<(db: Queryable, plan: PlanRules) => Promise<PlanBot | null>>('describePlanBot')
