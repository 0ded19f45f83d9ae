import { checkRules } from '@trading-bot/core/trading/check-rules'
import { evaluateSignals, shareBars } from '@trading-bot/core/sweep/evaluate-signals'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import { Fingerprint } from '@trading-bot/core/fingerprint'
import { openFrameRun } from '@trading-bot/engine/sandbox/strategies/open-frame-run'
import { readFileSync } from 'node:fs'
import { processTree } from '@trading-bot/engine/sandbox/isolation/process-tree'
import type { Benchmark } from '../benchmark.ts'
import { emaCrossInput } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { galleryBot, openSandbox, SCRIPT_LIMITS } from '../processes/open-sandbox.ts'

const YEAR = 250 * 375
const TICKS_PER_SECOND = 100

export const b11SweepOfFrames: Benchmark = {
  id: 'B11',
  title: 'a sweep of 400 pairs over a year by signals() with pandas, CPU of Python and kernel together',
  goal: { seconds: 6 },
  prepare: async () => {
    const input = emaCrossInput(makeBars(YEAR, 2))
    const dated = checkRules(input, input.symbols[0]!.bars.timeMs[0]!)
    if (!dated.ok) throw new Error(dated.refusal.sentence)
    const setup = { rules: input, dated: dated.value, reasons: emaStrategy.reasons, symbols: input.symbols }
    const runner = await openSandbox()
    const shared = shareBars(input.symbols.map(({ bars }) => bars as ReturnType<typeof makeBars>))
    return async () => {
      const script = { code: galleryBot('pandas_ema_cross'), filename: 'ema.py', parameters: {} }
      const frames = await openFrameRun(runner, {
        ...script,
        rules: input,
        symbols: input.symbols,
        limits: SCRIPT_LIMITS,
      })
      if (frames?.kind !== 'frames') throw new Error(JSON.stringify(frames))
      // The interpreter that takes this one's place is the next script's cost.
      await runner.warm()
      const begun = await cpuSeconds()
      const print = new Fingerprint()
      let trades = 0
      for (let fast = 8; fast < 28; fast++) {
        for (let slow = 44; slow < 124; slow += 4) {
          const values = { fast_period: fast, slow_period: slow }
          const decided = await frames.decideAll(values)
          if ('kind' in decided) throw new Error(decided.error)
          const result = evaluateSignals(setup, shared, decided, values)
          trades += result.trades
          print.addText(result.tradesHash)
        }
      }
      // While the processes are still there to be asked.
      const cpu = (await cpuSeconds()) - begun
      await frames.close()
      await runner.close()
      return {
        units: YEAR * 400,
        hash: print.digest(),
        details: { trades, cpu_seconds_with_python: cpu },
        judgedSeconds: cpu,
      }
    }
  },
}

/** Of this process and everything below it. */
async function cpuSeconds(): Promise<number> {
  const all = await processTree(process.pid)
  return all.reduce((sum, pid) => sum + ofProcess(pid), 0)
}

function ofProcess(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
