import { BotType } from '@trading-bot/contract/rest/billing/plans'
import { BotConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../../platform/db/client.ts'
import { findRefusedParameter } from '../subscription-ports.ts'
import type { ConfigInput } from './choose-configuration.ts'
import type { ConfigurationRow } from './configuration-store.ts'

/** Refuses, at its field, a parameter of a regular plan that the chosen bot does not run with. */
export async function checkOwnParameters(
  db: Queryable,
  chosen: ConfigInput,
  stored?: Pick<ConfigurationRow, 'bot_type' | 'ema_period' | 'strategy_parameters'>,
): Promise<Refusal | undefined> {
  const isNew = [chosen.bot_type, chosen.ema_period, chosen.strategy_parameters].some((value) => value !== undefined)
  if (!isNew) return undefined
  const botType = BotType.safeParse(chosen.bot_type ?? stored?.bot_type).data
  const emaPeriod = chosen.ema_period ?? stored?.ema_period
  const others = chosen.strategy_parameters ?? keptParameters(chosen, stored)
  const refused = botType && (await findRefusedParameter.ask(db, botType, { emaPeriod, others }))
  return refused && refuseFields({ [refused.field]: [refused.sentence] })
}

/** Parameters belong to their strategy: another bot type starts with the administrator's. */
export function keptParameters(
  chosen: ConfigInput,
  stored: Pick<ConfigurationRow, 'bot_type' | 'strategy_parameters'> | undefined,
): Record<string, number | boolean> {
  const isOther = chosen.bot_type !== undefined && chosen.bot_type !== stored?.bot_type
  return isOther || !stored ? {} : BotConfiguration.shape.strategy_parameters.parse(stored.strategy_parameters)
}
