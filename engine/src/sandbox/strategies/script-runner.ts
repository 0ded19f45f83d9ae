import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import { scriptStrategy } from '@trading-bot/core/strategies/script-strategy'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { type Decision, NO_DECISION, nativeRunner, type StrategyRunner } from '../../live/run/engine/strategy-runner.ts'
import { RunnerReports } from './runner-reports.ts'
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
    let kept: KeptState | undefined
    const choose = async () => {
      const script = await setup.findScript(instance.strategyId, instance.version)
      if (script?.runsAs === 'python') {
        stepper = new ScriptStepper(setup, instance, script)
        if (kept) stepper.restore(kept)
        return stepper
      }
      if (native === null) setup.onFailure(instance, 'This version cannot be run here.')
      return native && withReports(native, setup, instance)
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
        await (await (chosen ??= choose()))?.warmUp?.(past)
      },
      restore: (stored) => {
        kept = stored
      },
      takeKept: () => stepper?.takeKept() ?? null,
      closedByHand: (token) => stepper?.closedByHand(token),
      isOver: () => stepper?.isOver ?? false,
      close: () => {
        native?.close()
        stepper?.close()
      },
    }
  }
}

/** A native strategy prints nothing; its decisions are reported as a script's are. */
function withReports(native: StrategyRunner, setup: ScriptRunnerSetup, instance: BotInstance): StrategyRunner {
  const reports = new RunnerReports(setup, instance, setup.clock)
  const report = (token: string, startMs: number, made: Decision | Promise<Decision>) => {
    reports.working()
    if (!(made instanceof Promise) && made.signal !== 0) {
      const symbol = instance.instruments.find((one) => one.token === token)?.symbol ?? token
      reports.at(startMs + MINUTE_MS).decided(symbol, made.signal)
      setup.onMarks?.(instance, { symbol, timesMs: [startMs], signals: [made.signal], series: [] })
    }
    return made
  }
  return {
    ...native,
    step(token, minute, isBackfilled) {
      const made = native.step(token, minute, isBackfilled)
      return isBackfilled ? made : report(token, minute.startMs, made)
    },
    stepEmpty: (token, startMs) => report(token, startMs, native.stepEmpty?.(token, startMs) ?? NO_DECISION),
  }
}
