import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { Queryable } from '../../platform/db/client.ts'
import { findDeployedBot } from './definition/find-deployed-strategy.ts'
import { BotConfig } from './definition/strategy-config.ts'

/**
 * Why a bot may not run with these parameters, naming the first that is refused; null if all are accepted. A refused
 * value never becomes the default: the bot would trade by a number that nobody chose.
 */
export function refusedParameter(botType: string, parameters: Readonly<Record<string, unknown>>): string | null {
  const strategy = findStrategy(botType)
  const checked = strategy && checkParameters(strategy, parameters)
  return checked && !checked.ok ? checked.refusal.sentence : null
}

/** The values of a configuration that the bot type's strategy takes as parameters. */
export function namedParameters(botType: string, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = Object.keys(findStrategy(botType)?.parameters ?? {}).flatMap((key) => {
    const value = config[key]
    return value === undefined || value === null ? [] : [[key, value] as const]
  })
  return Object.fromEntries(named)
}

/** Why the type's bot does not run with a user's own EMA period, and the field to change; undefined if it does. */
export async function findRefusedParameter(db: Queryable, botType: string, emaPeriod: number | undefined) {
  const bot = await findDeployedBot(db, botType)
  if (!bot) return undefined
  const admin = BotConfig.parse(bot.config)
  const own = { ...admin, ema_period: emaPeriod ?? admin.ema_period }
  const sentence = refusedParameter(botType, namedParameters(botType, own))
  if (sentence === null) return undefined
  // If the administrator's own value is accepted, the user's is the wrong one; else no value of the user's would help.
  const isAdminAccepted = refusedParameter(botType, namedParameters(botType, admin)) === null
  return { field: isAdminAccepted ? ('ema_period' as const) : ('bot_type' as const), sentence }
}
