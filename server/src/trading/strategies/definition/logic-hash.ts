import { createHash } from 'node:crypto'
import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterSchema } from '@trading-bot/core/strategies/parameter'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import { checkForm } from '../form-parameters.ts'
import { sortedFiles } from './source.ts'
import { BotConfig } from './strategy-config.ts'

/** Raised when sizing, stops or the way orders are placed change for every strategy. */
const TRADING_REVISION = 1

/** Names, words, release flags and the length of backtests do not change what is traded. */
const NOT_LOGIC = [
  'version',
  'is_active',
  'auto_trade',
  'backtest_mode',
  'historical_days',
  'rule_in_words',
  'known_risks',
] as const

export type VersionLogic = Source & { readonly form: BotForm; readonly runsAs: RunsAs }

/**
 * SHA-256 of what a version does when it trades: its rule or its exact code, and the administrator's settings. The
 * exchange's algo id is registered for this hash, so versions that trade alike share one registration.
 */
export function logicHashOf({ form, runsAs, code, files }: VersionLogic): string {
  const checked = checkForm(form)
  const logic = {
    trading_revision: TRADING_REVISION,
    bot_type: form.bot_type,
    rule: runsAs === 'native' ? nativeRule(form.bot_type) : { code, ...(files && { files: sortedFiles(files) }) },
    parameters: checked.ok ? checked.parameters : { refused: checked.field },
    settings: settingsOf(form),
  }
  return createHash('sha256').update(canonicalJson(logic)).digest('hex')
}

function nativeRule(botType: string) {
  const strategy = findStrategy(botType)
  if (!strategy) throw new Error(`${botType} has no native strategy`)
  return { revision: strategy.revision, parameters: definitionOf(strategy.parameters) }
}

/** Without labels and help: a better wording is no other algo. */
function definitionOf(schema: ParameterSchema) {
  return Object.fromEntries(
    Object.entries(schema).map(([key, { type, min, max, default: standard }]) => [key, { type, min, max, standard }]),
  )
}

function settingsOf(form: BotForm) {
  // The author's values stand among the parameters.
  const { multiple_symbols, interval, author_parameters: _, ...config } = BotConfig.parse(form)
  const symbols = multiple_symbols.map(({ symbol, token }) => `${symbol} ${token}`).sort()
  // A setting that is not set counts as absent, so that a new optional setting leaves existing hashes as they are.
  const set = Object.entries(config).filter(([key, value]) => value !== null && !NOT_LOGIC.some((name) => name === key))
  // One minute was the only interval before it could be chosen, so it leaves existing hashes as they are too.
  return { ...Object.fromEntries(set), ...(interval !== '1m' && { interval }), symbols }
}
