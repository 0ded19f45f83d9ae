import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'

/**
 * Why a bot may not run with these parameters, naming the first that is refused; null if all are accepted. A refused
 * value never becomes the default: the bot would trade by a number that nobody chose.
 */
export function refusedParameter(botType: string, parameters: Readonly<Record<string, unknown>>): string | null {
  const strategy = findStrategy(botType)
  const checked = strategy && checkParameters(strategy, parameters)
  return checked && !checked.ok ? checked.refusal.sentence : null
}
