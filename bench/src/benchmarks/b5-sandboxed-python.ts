import { runScriptBacktest } from '@trading-bot/engine/sandbox/strategies/run-script-backtest'
import type { Benchmark } from '../benchmark.ts'
import { emaCrossInput, MILLION } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { openSandbox, SCRIPT_LIMITS, shippedBot } from '../processes/open-sandbox.ts'
import { reportOf } from '../fixtures/report-of.ts'

export const b5CagedPython: Benchmark = {
  id: 'B5',
  title: 'B1 with the strategy in Python inside the sandbox, same trades as native',
  goal: { seconds: 2.5 },
  prepare: async () => {
    const input = emaCrossInput(makeBars(MILLION, 1))
    const native = reportOf(input).hash
    const runner = await openSandbox()
    const parameters = { fast_ema_period: 20, ema_period: 100 }
    const script = { code: shippedBot('ema_strategy'), filename: 'ema.py', scriptLimits: SCRIPT_LIMITS }
    return async () => {
      const outcome = await runScriptBacktest(runner, { ...input, ...script, scriptParameters: parameters })
      await runner.close()
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
      const { trades, resultHash } = outcome.report
      if (resultHash !== native) throw new Error('the sandboxed script traded differently')
      return { units: MILLION, hash: resultHash, details: { trades: trades.length } }
    }
  },
}
