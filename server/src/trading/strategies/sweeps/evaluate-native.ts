import { setImmediate } from 'node:timers/promises'
import type { Bars } from '@trading-bot/core/bars'
import { sliceBars } from '@trading-bot/core/slice-bars'
import type { Strategy } from '@trading-bot/core/strategies/strategy'
import { evaluateChunk } from '@trading-bot/core/sweep/evaluate-chunk'
import type { SweepResult, TallySetup } from '@trading-bot/core/sweep/open-tallied'
import type { WalkForwardFold } from '@trading-bot/core/sweep/split-walk-forward'
import type { Combination } from './expand-sweep.ts'
import type { SweptResult } from './join-sweep.ts'

/** They share indicator lines. The process does other work between two turns, each of some tens of milliseconds. */
export const COMBINATIONS_AT_ONCE = 12

type Prepared = {
  readonly strategy: Strategy
  readonly setup: TallySetup
  readonly bars: Bars
  readonly folds: readonly WalkForwardFold[]
}

/** Null if it is no longer wanted. */
export async function evaluateNative(
  { strategy, setup, bars, folds }: Prepared,
  combinations: readonly Combination[],
  isWanted: () => boolean,
): Promise<SweptResult[] | null> {
  const all = combinations.map(({ values }) => values)
  const over = async (part: Bars): Promise<SweepResult[] | null> => {
    const results: SweepResult[] = []
    for (let at = 0; at < all.length; at += COMBINATIONS_AT_ONCE) {
      results.push(...evaluateChunk(strategy, setup, [part], all.slice(at, at + COMBINATIONS_AT_ONCE))!)
      await setImmediate()
      if (!isWanted()) return null
    }
    return results
  }
  const whole = await over(bars)
  if (!whole) return null
  const swept: SweptResult[] = whole.map(({ netPaise, trades, maxDrawdownPaise }) => ({
    netPaise,
    trades,
    maxDrawdownPaise,
    folds: [],
  }))
  for (const { train, validate } of folds) {
    const trained = await over(sliceBars(bars, train.from, train.to))
    const validated = trained && (await over(sliceBars(bars, validate.from, validate.to)))
    if (!trained || !validated) return null
    for (const [index, { folds: own }] of swept.entries())
      own.push({
        trainedPaise: trained[index]!.netPaise,
        trainedTrades: trained[index]!.trades,
        trainedDrawdownPaise: trained[index]!.maxDrawdownPaise,
        validatedPaise: validated[index]!.netPaise,
      })
  }
  return swept
}
