import { scriptStrategy } from '@trading-bot/core/strategies/script-strategy'
import type { BotInstance } from '../../live/accounts/bot-instance.ts'
import { NO_DECISION, nativeRunner, type StrategyRunner } from '../../live/strategies/strategy-runner.ts'
import type { ScriptRunnerSetup } from './script-runner-setup.ts'
import { ScriptStepper } from './script-stepper.ts'

const WARM_UP_BARS = 1_500

/** Opens the runner of an instance's version: the native twin of an unedited template, otherwise its Python code. */
export function scriptRunner(setup: ScriptRunnerSetup): (instance: BotInstance) => StrategyRunner {
  const openNative = nativeRunner(setup.calendar)
  return (instance) => {
    const native = openNative(instance)
    let chosen: Promise<StrategyRunner | ScriptStepper | null> | undefined
    let stepper: ScriptStepper | undefined
    const choose = async () => {
      const script = await setup.findScript(instance.strategyId, instance.version)
      if (script?.runsAs === 'python') return (stepper = new ScriptStepper(setup, instance, script))
      if (native === null) setup.onFailure(instance, 'This version cannot be run here.')
      return native
    }
    return {
      key: instance.runnerKey,
      tokens: new Set(instance.instruments.map(({ token }) => token)),
      get reasons() {
        return stepper || !native ? scriptStrategy(instance.botType).reasons : native.reasons
      },
      warmUpBars: native?.warmUpBars ?? WARM_UP_BARS,
      step: async (token, bar, isBackfilled) =>
        (await (chosen ??= choose()))?.step(token, bar, isBackfilled) ?? NO_DECISION,
      stepEmpty: async (token, startMs) => (await (chosen ??= choose()))?.stepEmpty?.(token, startMs) ?? NO_DECISION,
      warmUp: async (past) => {
        const chosenRun = await (chosen ??= choose())
        if (chosenRun instanceof ScriptStepper) await chosenRun.warmUp(past)
        else for (const { token, bar } of past) await chosenRun?.step(token, bar, true)
      },
      isOver: () => stepper?.isOver ?? false,
      close: () => {
        native?.close()
        stepper?.close()
      },
    }
  }
}
