import type { Benchmark } from '../benchmark.ts'
import { emaCrossInput } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { openSandbox, SCRIPT_LIMITS } from '../processes/open-sandbox.ts'
import { loadOf } from '@trading-bot/engine/sandbox/strategies/collect-signals'

const ROUNDS = 21

export const b12ScriptStart: Benchmark = {
  id: 'B12',
  title: 'a script that imports pandas, and a plain one, from the call to ready: medians of warm interpreters',
  goal: { seconds: 60 },
  prepare: async () => {
    const input = emaCrossInput(makeBars(375, 1))
    const runner = await openSandbox()
    const startMs = async (code: string) => {
      await runner.warm()
      const run = {
        code,
        filename: 'bot.py',
        parameters: {},
        rules: input,
        symbols: input.symbols,
        limits: SCRIPT_LIMITS,
      }
      const begun = performance.now()
      const session = runner.open(loadOf(run, 0), SCRIPT_LIMITS)!
      const ready = await session.load()
      const tookMs = performance.now() - begun
      await session.kill()
      if (ready.kind === 'failed') throw new Error(ready.error)
      return tookMs
    }
    return async () => {
      const times = { pandas: [] as number[], plain: [] as number[] }
      for (let round = 0; round < ROUNDS; round++) {
        times.pandas.push(
          await startMs('import numpy\nimport pandas as pd\nimport talib\ndef on_bar(bot, bar): pass\n'),
        )
        times.plain.push(await startMs('def on_bar(bot, bar): pass\n'))
      }
      await runner.close()
      const middle = (all: number[]) => Math.round(all.sort((a, b) => a - b)[ROUNDS >> 1]!)
      const details = { pandas_ms: middle(times.pandas), plain_ms: middle(times.plain) }
      return { units: ROUNDS * 2, hash: '', details }
    }
  },
}
