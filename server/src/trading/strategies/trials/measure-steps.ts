import type { Bars } from '@trading-bot/core/bars'
import { collectSignals } from '@trading-bot/engine/sandbox/strategies/collect-signals'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { scriptOf } from '../definition/source.ts'
import type { Trial, TrialInput } from './trial-input.ts'

const BARS = 375

/** Measures how long the script takes for one bar at a time, as in live trading. */
export async function measureSteps(
  scripts: Scripts,
  trial: Trial,
  { input, seen, history, candles }: TrialInput,
  window: number | null,
): Promise<{ medianMs: number; slowestMs: number; bars: number } | string> {
  const symbols = seen.map((symbol) => ({ ...symbol, bars: firstBars(symbol.bars as Bars) }))
  const limits = { memoryMb: 512, cpuS: 15, loadMs: 4_000, stepMs: 2_000 }
  const run = { ...scriptOf(trial), parameters: trial.parameters, rules: input, limits }
  const live = { isLive: true, ...(window !== null && { window }) }
  const times: number[] = []
  let begun = performance.now()
  const onProgress = () => {
    const now = performance.now()
    times.push(now - begun)
    begun = now
    return true
  }
  const collected = await collectSignals(scripts, {
    ...run,
    symbols,
    history,
    candles,
    onProgress,
    chunkRows: 1,
    ...live,
  })
  if (collected?.kind !== 'signals') return collected === null ? 'cancelled' : collected.error
  // The first step includes loading the script.
  const steps = times.slice(1).sort((a, b) => a - b)
  return { medianMs: steps[steps.length >> 1] ?? 0, slowestMs: steps.at(-1) ?? 0, bars: steps.length }
}

function firstBars(bars: Bars): Bars {
  return {
    timeMs: bars.timeMs.slice(0, BARS),
    openPaise: bars.openPaise.slice(0, BARS),
    highPaise: bars.highPaise.slice(0, BARS),
    lowPaise: bars.lowPaise.slice(0, BARS),
    closePaise: bars.closePaise.slice(0, BARS),
    volume: bars.volume.slice(0, BARS),
  }
}
