import { runScriptBacktest } from '@trading-bot/engine/sandbox/strategies/run-script-backtest'
import type { Benchmark } from '../benchmark.ts'
import { emaCrossInput } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { openSandbox, SCRIPT_LIMITS, shippedBot } from '../processes/open-sandbox.ts'

const YEAR = 250 * 375

export const p1OneYear: Benchmark = {
  id: 'P1',
  title: 'one year of one-minute bars through an edited EMA bot in the sandbox, to the whole report',
  goal: { seconds: 2 },
  prepare: async () => {
    const runner = await openSandbox()
    const input = emaCrossInput(makeBars(YEAR, 2))
    const code = `${shippedBot('ema_strategy')}\n# edited\n`
    const script = { code, filename: 'ema.py', scriptLimits: SCRIPT_LIMITS, scriptParameters: { ema_period: 44 } }
    return async () => {
      const begun = performance.now()
      const outcome = await runScriptBacktest(runner, { ...input, ...script })
      const ms = performance.now() - begun
      await runner.close()
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
      return { units: YEAR, hash: outcome.report.resultHash, details: { trades: outcome.report.trades.length, ms } }
    }
  },
}
