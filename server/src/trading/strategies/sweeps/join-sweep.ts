import { DataUsed } from '@trading-bot/contract/rest/trading/market-data'
import type { SweepReport } from '@trading-bot/contract/rest/trading/sweeps'
import { bestOf } from '@trading-bot/core/sweep/best-of'
import { type Objective, scoreOf } from '@trading-bot/core/sweep/objective'
import * as z from 'zod/mini'
import type { ExpandedSweep } from './expand-sweep.ts'

const BARS_A_DAY = 375

/** The bars that a sweep runs on. All chunks must have the same, whichever worker read them. */
export const SweepBasis = z.object({
  symbol: z.string(),
  market: z.string(),
  data: DataUsed,
  bars: z.int(),
  /** Periods of the walk-forward check, in one-minute bars; null if there are too few days. */
  folds: z.nullable(
    z.array(
      z.object({
        from: z.string(),
        until: z.string(),
        trainedBars: z.int(),
        validatedBars: z.int(),
      }),
    ),
  ),
})
export type SweepBasis = z.infer<typeof SweepBasis>

/** Results of one combination; for each fold what it made in training and in the days right after. */
export const SweptResult = z.object({
  netPaise: z.number(),
  trades: z.int(),
  maxDrawdownPaise: z.number(),
  folds: z.array(
    z.object({
      trainedPaise: z.number(),
      trainedTrades: z.int(),
      // Null in chunks of the release before, which did not measure it.
      trainedDrawdownPaise: z._default(z.nullable(z.number()), null),
      validatedPaise: z.number(),
    }),
  ),
})
export type SweptResult = z.infer<typeof SweptResult>

/** What makes a combination the best. */
export type SweepChoice = { readonly minTrades: number; readonly objective: Objective }

/** Results in the order of the combinations, however they were split. */
export function joinSweep(
  { folds, ...basis }: SweepBasis,
  sweep: ExpandedSweep,
  results: readonly SweptResult[],
  { choice, tookMs }: { readonly choice: SweepChoice; readonly tookMs: number },
): SweepReport {
  return {
    ...basis,
    min_trades: choice.minTrades,
    objective: choice.objective,
    x: sweep.x,
    y: sweep.y,
    others: [...sweep.others],
    cells: sweep.combinations.map(({ x, y, others }, index) => {
      const { netPaise, trades, maxDrawdownPaise } = results[index]!
      return { x, y, others: [...others], net: netPaise / 100, trades, max_drawdown: maxDrawdownPaise / 100 }
    }),
    walk_forward: folds && walkForward(folds, choice, sweep, results),
    took_ms: tookMs,
  }
}

/** Walk-forward: the best parameters of some days, tried on the days right after them, where overfitted ones fail. */
function walkForward(
  periods: NonNullable<SweepBasis['folds']>,
  { minTrades, objective }: SweepChoice,
  { combinations }: ExpandedSweep,
  results: readonly SweptResult[],
): SweepReport['walk_forward'] {
  const perDay = (paise: number, barCount: number) => Math.round((paise * BARS_A_DAY) / barCount) / 100
  const bars = periods.reduce((sum, { validatedBars }) => sum + validatedBars, periods[0]?.trainedBars ?? 0)
  const folds = periods.map(({ from, until, trainedBars, validatedBars }, fold) => {
    const enough = Math.max(1, Math.floor((minTrades * trainedBars) / bars))
    const own = results.map((result) => result.folds[fold]!)
    const best = bestOf(
      own,
      ({ trainedPaise, trainedTrades, trainedDrawdownPaise }) => {
        const [net, maxDrawdown] = [trainedPaise / 100, (trainedDrawdownPaise ?? 0) / 100]
        return scoreOf(objective, { net, trades: trainedTrades, maxDrawdown })
      },
      ({ trainedTrades, trainedDrawdownPaise }) =>
        trainedTrades >= enough && (trainedDrawdownPaise !== null || objective !== 'net_per_drawdown'),
    )
    const chosen = best === undefined ? null : { ...combinations[best]!, ...own[best]! }
    return {
      from,
      until,
      x: chosen?.x ?? null,
      y: chosen?.y ?? null,
      others: [...(chosen?.others ?? [])],
      trained_per_day: chosen ? perDay(chosen.trainedPaise, trainedBars) : 0,
      validated_per_day: chosen ? perDay(chosen.validatedPaise, validatedBars) : 0,
    }
  })
  // A period without a choice says nothing about one.
  const decided = folds.filter(({ x }) => x !== null)
  const mean = (read: (fold: (typeof folds)[number]) => number) =>
    Math.round((decided.reduce((sum, fold) => sum + read(fold), 0) / Math.max(1, decided.length)) * 100) / 100
  return {
    folds,
    trained_per_day: mean(({ trained_per_day }) => trained_per_day),
    validated_per_day: mean(({ validated_per_day }) => validated_per_day),
  }
}
