import type { ModelRules } from '@trading-bot/contract/bot-wire/frames'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { ScriptRunner } from '../../ports.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RunnerListener } from './runner-reports.ts'
import type { ScriptLoad, ScriptSource } from '../script-load.ts'

/** A deployed version from the store. */
export type DeployedScript = ScriptSource & {
  readonly runsAs: 'native' | 'python'
  readonly parameters: ParameterValues
  /** Capital of the script's model account, not of any user. */
  readonly rules: ModelRules
  /** The bars that a script of whole histories is given; all it has without it. */
  readonly window?: number
}

export type ScriptRunnerSetup = RunnerListener & {
  readonly runner: ScriptRunner<ScriptLoad>
  readonly calendar: MarketCalendar
  readonly clock: Clock
  readonly findScript: (strategyId: string, version: number) => Promise<DeployedScript | null>
  /** The script crashed or was too slow and makes no more decisions; exits are managed without it. */
  readonly onFailure: (instance: BotInstance, sentence: string) => void
}
