import type { ModelRules } from '@trading-bot/contract/bot-wire/frames'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import type { BotInstance } from '../../live/accounts/bot-instance.ts'
import type { ScriptRunner } from '../../ports.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ScriptLoad } from '../script-load.ts'

/** A deployed version as it stands in the store. */
export type DeployedScript = {
  readonly runsAs: 'native' | 'python'
  readonly code: string
  readonly filename: string
  readonly parameters: ParameterValues
  /** Of the model account the script lives in; no subscriber's. */
  readonly rules: ModelRules
}

export type ScriptRunnerSetup = {
  readonly runner: ScriptRunner<ScriptLoad>
  readonly calendar: MarketCalendar
  readonly clock: Clock
  readonly findScript: (strategyId: string, version: number) => Promise<DeployedScript | null>
  /** The script crashed or was too slow: it decides nothing any more; exits are managed without it. */
  readonly onFailure: (instance: BotInstance, sentence: string) => void
}
