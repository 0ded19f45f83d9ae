import { setImmediate } from 'node:timers/promises'
import type { SweepReport } from '@trading-bot/contract/rest/trading/bot-config'
import type { BacktestInput, Decided } from '@trading-bot/core/backtest/backtest-input'
import type { BacktestReport } from '@trading-bot/core/backtest/backtest-report'
import { runBacktestInTurns } from '@trading-bot/core/backtest/run-backtest'
import type { Bars } from '@trading-bot/core/bars'
import { firstRowFrom, sliceBars } from '@trading-bot/core/slice-bars'
import { splitWalkForward } from '@trading-bot/core/sweep/split-walk-forward'

export type SweptRun = {
  readonly x: number
  readonly y: number
  readonly report: BacktestReport
  readonly decided: Decided
}

const FOLDS = { folds: 4, trainPerValidate: 3 }
const BARS_A_DAY = 375

type WalkForward = NonNullable<SweepReport['walk_forward']>
type Span = { readonly fromMs: number; readonly untilMs: number; readonly days: number }

/**
 * The best parameters of some days, tried on the days right after them. A script's decisions look back alone, so those
 * of the whole run are cut into periods instead of running the code again for each.
 */
export async function walkForward(input: BacktestInput, runs: readonly SweptRun[]): Promise<WalkForward | null> {
  const timeMs = input.symbols[0]?.bars.timeMs
  const split = timeMs && splitWalkForward(timeMs, FOLDS)
  if (!timeMs || !split?.ok) return null
  const spanOf = ({ from, to }: { from: number; to: number }): Span => ({
    fromMs: timeMs[from]!,
    untilMs: timeMs[to - 1]! + 1,
    days: (to - from) / BARS_A_DAY,
  })
  const folds: WalkForward['folds'] = []
  for (const { train, validate } of split.value) {
    const [trained, tried] = [spanOf(train), spanOf(validate)]
    let best: { readonly run: SweptRun; readonly netPaise: number } | undefined
    for (const run of runs) {
      const netPaise = await netWithin(input, run, trained)
      if (!best || netPaise > best.netPaise) best = { run, netPaise }
    }
    if (!best) return null
    const perDay = (paise: number, { days }: Span) => Math.round(paise / days) / 100
    folds.push({
      from: new Date(tried.fromMs).toISOString(),
      until: new Date(tried.untilMs - 1).toISOString(),
      x: best.run.x,
      y: best.run.y,
      trained_per_day: perDay(best.netPaise, trained),
      validated_per_day: perDay(await netWithin(input, best.run, tried), tried),
    })
  }
  const mean = (read: (fold: WalkForward['folds'][number]) => number) =>
    Math.round((folds.reduce((sum, fold) => sum + read(fold), 0) / folds.length) * 100) / 100
  return {
    folds,
    trained_per_day: mean(({ trained_per_day }) => trained_per_day),
    validated_per_day: mean(({ validated_per_day }) => validated_per_day),
  }
}

/** Net result of one combination's decisions within a period. */
async function netWithin(input: BacktestInput, { decided }: SweptRun, { fromMs, untilMs }: Span): Promise<number> {
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
  return result.value.metrics.summary.netPaise
}
