import { setImmediate } from 'node:timers/promises'
import type { BacktestInput, Decided } from '@trading-bot/core/backtest/backtest-input'
import { runBacktestInTurns } from '@trading-bot/core/backtest/run-backtest'
import type { Bars } from '@trading-bot/core/bars'
import { firstRowFrom, sliceBars } from '@trading-bot/core/slice-bars'
import type { RowRange, WalkForwardFold } from '@trading-bot/core/sweep/split-walk-forward'
import { wholeText } from '@trading-bot/engine/sandbox/script-load'
import type { Deps } from '../../../platform/http/context.ts'
import { scriptOf } from '../definition/source.ts'
import { runTrial } from '../trials/run-trial.ts'
import type { Trial, TrialInput } from '../trials/trial-input.ts'
import { evaluateFrames } from './evaluate-frames.ts'
import type { Combination } from './expand-sweep.ts'
import type { SweptResult } from './join-sweep.ts'

const SCRIPT = { memoryMb: 512, cpuS: 120, loadMs: 5_000, stepMs: 60_000 }

/** Only then it is worth a look whether it is one of whole histories. */
const OF_FRAMES = /^def[ \t]+signals[ \t]*\(/m

type Prepared = {
  readonly trial: Trial
  readonly made: TrialInput
  readonly folds: readonly WalkForwardFold[]
  /** Names of the parameters on the axes. */
  readonly fields: readonly string[]
}

/** Runs each combination in the sandbox and through the kernel. Null if no longer wanted; a sentence if one fails. */
export async function evaluateScript(
  { config, scripts }: Deps,
  prepared: Prepared,
  combinations: readonly Combination[],
  isWanted: () => boolean,
): Promise<SweptResult[] | string | null> {
  const { trial, made, folds, fields } = prepared
  if (OF_FRAMES.test(wholeText(scriptOf(trial)))) {
    const results = await evaluateFrames(scripts, prepared, combinations, isWanted)
    if (results !== undefined) return results
  }
  const results: SweptResult[] = []
  // One place is left for tests, so that an author can go on working beside a sweep.
  const atOnce = Math.max(1, config.sandbox.places.test - 1)
  for (let done = 0; done < combinations.length; done += atOnce) {
    const outcomes = await Promise.all(
      combinations.slice(done, done + atOnce).map(async ({ values }) => {
        const limits = { script: SCRIPT, onProgress: isWanted }
        return { values, outcome: await runTrial(scripts, { ...trial, parameters: values }, made, limits) }
      }),
    )
    for (const { values, outcome } of outcomes) {
      if (outcome.kind === 'cancelled' || !isWanted()) return null
      if (outcome.kind === 'failed')
        return `With ${fields.map((name) => `${name} ${String(values[name])}`).join(', ')}: ${outcome.error}`
      const { metrics, trades } = outcome.report
      results.push({
        netPaise: metrics.summary.netPaise,
        trades: trades.length,
        maxDrawdownPaise: metrics.drawdown.paise,
        folds: await foldsOf(made.input, outcome.decided!, folds),
      })
    }
  }
  return results
}

/** A script's decisions look back alone, so those of the whole run are cut into periods instead of running it again. */
async function foldsOf(input: BacktestInput, decided: Decided, folds: readonly WalkForwardFold[]) {
  const timeMs = input.symbols[0]!.bars.timeMs
  const madeIn = ({ from, to }: RowRange) => madeWithin(input, decided, timeMs[from]!, timeMs[to - 1]! + 1)
  const made: SweptResult['folds'] = []
  for (const { train, validate } of folds) {
    const trained = await madeIn(train)
    const validated = await madeIn(validate)
    made.push({
      trainedPaise: trained.netPaise,
      trainedTrades: trained.trades,
      trainedDrawdownPaise: trained.maxDrawdownPaise,
      validatedPaise: validated.netPaise,
    })
  }
  return made
}

async function madeWithin(input: BacktestInput, decided: Decided, fromMs: number, untilMs: number) {
  const parts = input.symbols.flatMap((symbol, index) => {
    const bars = symbol.bars as Bars
    const from = firstRowFrom(bars.timeMs, fromMs)
    const until = firstRowFrom(bars.timeMs, untilMs, from)
    if (until === from) return []
    const sizes = [...decided.sizes[index]!].filter(([bar]) => bar >= from && bar < until)
    return [
      {
        symbol: { ...symbol, bars: sliceBars(bars, from, until) },
        signals: decided.signals[index]!.subarray(from, until),
        sizes: new Map(sizes.map(([bar, size]) => [bar - from, size])),
      },
    ]
  })
  const cut = { signals: parts.map(({ signals }) => signals), sizes: parts.map(({ sizes }) => sizes) }
  const result = await runBacktestInTurns(
    { ...input, symbols: parts.map(({ symbol }) => symbol), decided: cut },
    setImmediate,
  )
  // The same input was accepted as a whole, so a refusal of a part of it is a bug.
  if (!result.ok) throw new Error(result.refusal.sentence)
  const { metrics, trades } = result.value
  return {
    netPaise: metrics.summary.netPaise,
    trades: trades.length,
    maxDrawdownPaise: metrics.drawdown.paise,
  }
}
