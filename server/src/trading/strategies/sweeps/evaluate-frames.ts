import { setImmediate } from 'node:timers/promises'
import type { Decided } from '@trading-bot/core/backtest/backtest-input'
import type { Bars } from '@trading-bot/core/bars'
import { firstRowFrom, sliceBars } from '@trading-bot/core/slice-bars'
import { evaluateSignals, shareBars } from '@trading-bot/core/sweep/evaluate-signals'
import type { TallySetup } from '@trading-bot/core/sweep/open-tallied'
import type { RowRange, WalkForwardFold } from '@trading-bot/core/sweep/split-walk-forward'
import { sliceTerms } from '@trading-bot/core/trading/order-terms'
import { checkRules } from '@trading-bot/core/trading/check-rules'
import { openFrameRun } from '@trading-bot/engine/sandbox/strategies/open-frame-run'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { scriptOf } from '../definition/source.ts'
import type { Trial, TrialInput } from '../trials/trial-input.ts'
import type { Combination } from './expand-sweep.ts'
import type { SweptResult } from './join-sweep.ts'

const SCRIPT = { memoryMb: 512, cpuS: 240, loadMs: 5_000, stepMs: 60_000 }

type Prepared = {
  readonly trial: Trial
  readonly made: TrialInput
  readonly folds: readonly WalkForwardFold[]
  readonly fields: readonly string[]
}

/**
 * One sandbox holds the bars and is asked about each combination, for which the module begins anew. Null if no longer
 * wanted, a sentence if one fails; undefined if the script is not one of whole histories.
 */
export async function evaluateFrames(
  scripts: Scripts,
  { trial, made, folds, fields }: Prepared,
  combinations: readonly Combination[],
  isWanted: () => boolean,
): Promise<SweptResult[] | string | null | undefined> {
  const { input, seen } = made
  const run = { ...scriptOf(trial), parameters: trial.parameters, rules: input, limits: SCRIPT }
  const frames = await openFrameRun(scripts, { ...run, symbols: seen, isWanted })
  if (frames === null) return scripts.sandbox.sentence
  if (frames.kind === 'other') return undefined
  if (frames.kind === 'failed') return isWanted() ? frames.error : null
  const bars = input.symbols.map((symbol) => symbol.bars as Bars)
  const dated = checkRules(input, bars[0]!.timeMs[0]!)
  if (!dated.ok) return dated.refusal.sentence
  const setup: TallySetup = {
    rules: input,
    dated: dated.value,
    reasons: input.strategy.reasons,
    symbols: input.symbols,
  }
  const whole = shareBars(bars)
  const parts = folds.map(({ train, validate }) => ({ train: cut(bars, train), validate: cut(bars, validate) }))
  const results: SweptResult[] = []
  try {
    for (const { values } of combinations) {
      const decided = await frames.decideAll(values)
      if (!isWanted()) return null
      if ('kind' in decided)
        return `With ${fields.map((name) => `${name} ${String(values[name])}`).join(', ')}: ${decided.error}`
      const madeIn = (part: Cut) => evaluateSignals(setup, part.shared, part.decidedIn(decided), values)
      const { netPaise, trades, maxDrawdownPaise } = evaluateSignals(setup, whole, decided, values)
      const ofFolds = parts.map(({ train, validate }) => {
        const trained = madeIn(train)
        return {
          trainedPaise: trained.netPaise,
          trainedTrades: trained.trades,
          trainedDrawdownPaise: trained.maxDrawdownPaise,
          validatedPaise: madeIn(validate).netPaise,
        }
      })
      results.push({ netPaise, trades, maxDrawdownPaise, folds: ofFolds })
      await setImmediate()
    }
    return results
  } finally {
    await frames.close()
  }
}

type Cut = ReturnType<typeof cut>

/** A period of the run. What a symbol has no bars in stays in its place without any. */
function cut(bars: readonly Bars[], { from, to }: RowRange) {
  const timeMs = bars[0]!.timeMs
  const [fromMs, untilMs] = [timeMs[from]!, timeMs[to - 1]! + 1]
  const ranges = bars.map((one) => {
    const first = firstRowFrom(one.timeMs, fromMs)
    return [first, firstRowFrom(one.timeMs, untilMs, first)] as const
  })
  return {
    shared: shareBars(bars.map((one, index) => sliceBars(one, ...ranges[index]!))),
    decidedIn: ({ signals, sizes }: Decided): Decided => ({
      signals: signals.map((one, index) => one.slice(...ranges[index]!)),
      sizes: sizes.map((one, index) => sliceTerms(one, ...ranges[index]!)),
    }),
  }
}
