import type { AdminBotSettings, BotType } from '@trading-bot/contract/rest/billing/plans'
import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { domainPort } from '../../platform/domain-port.ts'
import type { Subscriptions } from '../../platform/db/tables.ts'

/** A subscription has ended: its bot instances stop, and the engine manages their open positions until they close. */
export const stopInstances =
  domainPort<(tx: Tx, subscriptionId: string, reason: string, now: Date) => Promise<void>>('stopInstances')

/** The plan has changed: the same strategy goes on by the new terms, another one begins in an instance of its own. */
export const followPlanChange =
  domainPort<(tx: Tx, subscription: Selectable<Subscriptions>, now: Date) => Promise<void>>('followPlanChange')

/** Parameters that a user chose for a regular plan's bot. */
export type ChosenParameters = {
  readonly emaPeriod: number | undefined
  readonly others: Readonly<Record<string, number | boolean>>
}

/** Why the type's bot does not run with a user's own parameters, and the field to change; undefined if it does. */
export const findRefusedParameter =
  domainPort<
    (
      db: Queryable,
      botType: BotType,
      chosen: ChosenParameters,
    ) => Promise<{ readonly field: string; readonly sentence: string } | undefined>
  >('findRefusedParameter')

/** The administrator's settings for a bot type. */
export const findStrategySettings =
  domainPort<(db: Queryable, botType: BotType, botId: string | null) => Promise<AdminBotSettings | undefined>>(
    'findStrategySettings',
  )
