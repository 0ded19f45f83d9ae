import type { Bars } from '@trading-bot/core/bars'
import { collectSignals } from '@trading-bot/engine/sandbox/strategies/collect-signals'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { scriptOf } from '../definition/source.ts'
import type { Trial, TrialInput } from './trial-input.ts'

const BARS = 375

/** In live trading a bar may take this long. */
export const STEP_BUDGET_MS = 250

type Steps = { readonly medianMs: number; readonly slowestMs: number; readonly bars: number }

/**
 * How long the script takes for one bar at a time, as in live trading. A bar that is too slow is measured once more, and
 * its quicker time counts: another program on this machine slows down one run, and the script's own work both.
 */
export async function measureSteps(
  scripts: Scripts,
  trial: Trial,
  made: TrialInput,
  window: number | null,
): Promise<Steps | string> {
  const first = await timeBars(scripts, trial, made, window)
  if (typeof first === 'string') return first
  if (Math.max(...first) <= STEP_BUDGET_MS) return stepsOf([first])
  const second = await timeBars(scripts, trial, made, window)
  return typeof second === 'string' ? second : stepsOf([first, second])
}

/** Each bar by the quickest of these runs. */
export function stepsOf([first = [], ...others]: readonly (readonly number[])[]): Steps {
  const least = first.map((ms, at) => Math.min(ms, ...others.map((times) => times[at] ?? ms)))
  const sorted = least.toSorted((a, b) => a - b)
  return { medianMs: sorted[sorted.length >> 1] ?? 0, slowestMs: sorted.at(-1) ?? 0, bars: sorted.length }
}

/** Each bar's time, in their order. */
async function timeBars(
  scripts: Scripts,
  trial: Trial,
  { input, seen, history, candles }: TrialInput,
  window: number | null,
): Promise<number[] | string> {
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
  return times.slice(1)
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
