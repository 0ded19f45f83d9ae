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

type Chosen = {
  readonly emaPeriod: number | undefined
  readonly others: Readonly<Record<string, number | boolean>>
}

/** Why the type's bot does not run with a user's own parameters, and the field to change; undefined if it does. */
export async function findRefusedParameter(db: Queryable, botType: string, { emaPeriod, others }: Chosen) {
  const bot = await findDeployedBot(db, botType)
  const strategy = findStrategy(botType)
  if (!bot || !strategy) return undefined
  const unknown = Object.keys(others).find((key) => key === 'ema_period' || !Object.hasOwn(strategy.parameters, key))
  if (unknown !== undefined) return { field: fieldOf(unknown), sentence: 'This bot has no such parameter.' }
  const admin = BotConfig.parse(bot.config)
  const own = { ...admin, ...others, ema_period: emaPeriod ?? admin.ema_period }
  const checked = checkParameters(strategy, namedParameters(botType, own))
  if (checked.ok) return undefined
  // If the administrator's own values are accepted, the user's is the wrong one; else no value of the user's would help.
  const isAdminAccepted = refusedParameter(botType, namedParameters(botType, admin)) === null
  const { field, sentence } = checked.refusal
  return { field: isAdminAccepted ? chosenField(field, others) : 'bot_type', sentence }
}

/** Two values may contradict each other; the one to change is among those that the user chose. */
function chosenField(field: string, others: Chosen['others']): string {
  return Object.hasOwn(others, field) ? fieldOf(field) : 'ema_period'
}

function fieldOf(parameter: string): string {
  return `strategy_parameters.${parameter}`
}
