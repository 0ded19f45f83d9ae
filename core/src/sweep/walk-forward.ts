import type { Bars } from '../bars.ts'
import { accept, type Checked } from '../checked.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import type { Strategy } from '../strategies/strategy.ts'
import { evaluateChunk } from './evaluate-chunk.ts'
import {
  type RowRange,
  splitWalkForward,
  type WalkForwardFold,
  type WalkForwardPlan,
  type WalkForwardRefusalCode,
} from './split-walk-forward.ts'
import type { SweepResult, TallySetup } from './open-tallied.ts'

type FoldResult = WalkForwardFold & {
  /** The best combination of the training days, with its results in training and validation. */
  readonly trained: SweepResult
  readonly validated: SweepResult
}

export type WalkForwardResult = {
  readonly folds: readonly FoldResult[]
  readonly trainedPaisePerBar: number
  readonly validatedPaisePerBar: number
  /**
   * Training profit less validation profit per bar. Near zero is good; a large value means that the parameters are
   * overfitted.
   */
  readonly overfitGapPaisePerBar: number
}

/** Optimises on past days and validates on later ones, fold by fold. Indicators warm up in every part. */
export function walkForward(
  strategy: Strategy,
  setup: TallySetup,
  bars: Bars,
  combinations: readonly ParameterValues[],
  plan: WalkForwardPlan,
): Checked<WalkForwardResult, WalkForwardRefusalCode> {
  const split = splitWalkForward(bars.timeMs, plan)
  if (!split.ok) return split
  const folds = split.value.map((fold): FoldResult => {
    const trained = bestOf(evaluateChunk(strategy, setup, [rowsOf(bars, fold.train)], combinations)!)
    const validated = evaluateChunk(strategy, setup, [rowsOf(bars, fold.validate)], [trained.parameters])![0]!
    return { ...fold, trained, validated }
  })
  const trainedPaisePerBar = perBar(folds, ({ trained, train }) => [trained.netPaise, train])
  const validatedPaisePerBar = perBar(folds, ({ validated, validate }) => [validated.netPaise, validate])
  const overfitGapPaisePerBar = trainedPaisePerBar - validatedPaisePerBar
  return accept({ folds, trainedPaisePerBar, validatedPaisePerBar, overfitGapPaisePerBar })
}

/** The first of equally good combinations, so that the choice is deterministic. */
function bestOf(results: readonly SweepResult[]): SweepResult {
  return results.reduce((best, result) => (result.netPaise > best.netPaise ? result : best))
}

function rowsOf(bars: Bars, { from, to }: RowRange): Bars {
  return {
    timeMs: bars.timeMs.subarray(from, to),
    openPaise: bars.openPaise.subarray(from, to),
    highPaise: bars.highPaise.subarray(from, to),
    lowPaise: bars.lowPaise.subarray(from, to),
    closePaise: bars.closePaise.subarray(from, to),
    volume: bars.volume.subarray(from, to),
  }
}

function perBar(folds: readonly FoldResult[], part: (fold: FoldResult) => readonly [number, RowRange]): number {
  let netPaise = 0
  let rows = 0
  for (const fold of folds) {
    const [net, range] = part(fold)
    netPaise += net
    rows += range.to - range.from
  }
  return rows === 0 ? 0 : netPaise / rows
}
