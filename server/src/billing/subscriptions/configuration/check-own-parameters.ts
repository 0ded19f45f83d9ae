import { BotType } from '@trading-bot/contract/rest/billing/plans'
import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../../platform/db/client.ts'
import { findRefusedParameter } from '../subscription-ports.ts'
import type { ConfigInput } from './choose-configuration.ts'
import type { ConfigurationRow } from './configuration-store.ts'

/** Refuses, at its field, a parameter of a regular plan that the chosen bot does not run with. */
export async function checkOwnParameters(
  db: Queryable,
  chosen: ConfigInput,
  stored?: Pick<ConfigurationRow, 'bot_type' | 'ema_period'>,
): Promise<Refusal | undefined> {
  if (chosen.bot_type === undefined && chosen.ema_period === undefined) return undefined
  const botType = BotType.safeParse(chosen.bot_type ?? stored?.bot_type).data
  const emaPeriod = chosen.ema_period ?? stored?.ema_period
  const refused = botType && (await findRefusedParameter.ask(db, botType, emaPeriod))
  return refused && refuseFields({ [refused.field]: [refused.sentence] })
}
