import { runScriptBacktest } from '@trading-bot/engine/sandbox/strategies/run-script-backtest'
import type { Benchmark } from '../benchmark.ts'
import { emaCrossInput, MILLION } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { galleryBot, openSandbox, SCRIPT_LIMITS } from '../processes/open-sandbox.ts'
import { reportOf } from '../fixtures/report-of.ts'

export const b10WholeHistory: Benchmark = {
  id: 'B10',
  title: 'B1 with the strategy as signals() with pandas in the sandbox, same trades as native',
  goal: { seconds: 0.8 },
  prepare: async () => {
    const input = emaCrossInput(makeBars(MILLION, 1))
    const native = reportOf(input).hash
    const runner = await openSandbox()
    const script = { code: galleryBot('pandas_ema_cross'), filename: 'ema.py', scriptLimits: SCRIPT_LIMITS }
    return async () => {
      const outcome = await runScriptBacktest(runner, { ...input, ...script, scriptParameters: {} })
      await runner.close()
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
      const { trades, resultHash } = outcome.report
      if (resultHash !== native) throw new Error('the script of whole histories traded differently')
      return { units: MILLION, hash: resultHash, details: { trades: trades.length } }
    }
  },
}
