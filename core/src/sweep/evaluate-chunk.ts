// One chunk of a sweep. With one symbol, every distinct indicator line is computed once per chunk, one block of bars at
// a time, and all combinations process that block while it is in the cache. Memory use does not grow with bars or
// combinations.

import type { Bars } from '../bars.ts'
import { closeRanges } from '../backtest/close-ranges.ts'
import { advanceSingle, runClock } from '../backtest/run-clock.ts'
import { openSeries, type Series } from '../backtest/open-series.ts'
import { signalsByMinute } from '../backtest/signals-by-minute.ts'
import { aggregateBars } from '../intervals/aggregate-bars.ts'
import { decisionMinutes } from '../intervals/decision-minutes.ts'
import { sessionAt } from '../intervals/session-at.ts'
import { LineBlocks } from '../strategies/line-blocks.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import { decideBlock } from '../strategies/signal-column.ts'
import type { Decide, Strategy } from '../strategies/strategy.ts'
import { openTallied, type SweepResult, type TalliedAccount, type TallySetup } from './open-tallied.ts'

type Runner = TalliedAccount & {
  readonly decide: Decide
  readonly lines: readonly Float64Array[]
  readonly firstDecision: number
  readonly series: Series
}

/** Results in the order of the combinations; null if the sweep was cancelled. */
export function evaluateChunk(
  strategy: Strategy,
  setup: TallySetup,
  bars: readonly Bars[],
  combinations: readonly ParameterValues[],
  isCancelled: () => boolean = () => false,
): readonly SweepResult[] | null {
  const [only] = bars
  const isSingle = only !== undefined && bars.length === 1
  return isSingle
    ? evaluateSingle(strategy, setup, only, combinations, isCancelled)
    : evaluatePortfolio(strategy, setup, bars, combinations, isCancelled)
}

function evaluateSingle(
  strategy: Strategy,
  setup: TallySetup,
  bars: Bars,
  combinations: readonly ParameterValues[],
  isCancelled: () => boolean,
): readonly SweepResult[] | null {
  const plans = combinations.map((values) => strategy.plan(values))
  const { interval, calendar } = setup.rules
  const decided =
    interval === '1m' ? null : aggregateBars(bars, interval, sessionAt(calendar, setup.symbols[0]!.traits))
  const blocks = new LineBlocks(
    plans.flatMap((plan) => plan.lines),
    decided?.bars ?? bars,
  )
  // One byte per minute, rewritten for each block and combination.
  const signals = new Uint8Array(bars.timeMs.length)
  const spread = decided === null ? null : spreadSignals(decisionMinutes(bars, decided, interval), signals)
  const ranges = closeRanges(bars.closePaise)
  const runners = plans.map((plan, index): Runner => {
    const tallied = openTallied(setup, combinations[index]!)
    return {
      ...tallied,
      decide: plan.decide,
      lines: plan.lines.map((line) => blocks.column(line)),
      firstDecision: 1 + blocks.firstIndexOf(plan.lines),
      series: openSeries(tallied.account.slots[0]!, bars, { interval, signals }, ranges),
    }
  })
  while (blocks.next()) {
    if (isCancelled()) return null
    for (const runner of runners) {
      if (spread === null) runBlock(runner, signals, blocks.from, blocks.to)
      else spread(runner, blocks.from, blocks.to)
    }
  }
  return runners.map((runner) => runner.result())
}

/** Symbols that share capital must run on one clock, so combinations run one after the other on all symbols. */
function evaluatePortfolio(
  strategy: Strategy,
  setup: TallySetup,
  bars: readonly Bars[],
  combinations: readonly ParameterValues[],
  isCancelled: () => boolean,
): readonly SweepResult[] | null {
  const results: SweepResult[] = []
  for (const values of combinations) {
    const plan = strategy.plan(values)
    const { account, result } = openTallied(setup, values)
    const series = bars.map((columns, index) =>
      openSeries(
        account.slots[index]!,
        columns,
        signalsByMinute(plan, columns, setup.rules, setup.symbols[index]!.traits),
      ),
    )
    if (runClock(account, series, () => !isCancelled()) === null) return null
    results.push(result())
  }
  return results
}

function runBlock(runner: Runner, signals: Uint8Array, from: number, to: number): void {
  decideBlock(runner.decide, runner.lines, { from, to, firstDecision: runner.firstDecision }, signals, from)
  advanceSingle(runner.account, runner.series, to, null)
}

/** The same for longer bars: a block's signals are written at the minutes that decide, over the block's minutes. */
function spreadSignals(rows: Int32Array, signals: Uint8Array) {
  const decided = new Uint8Array(rows.length)
  return (runner: Runner, from: number, to: number): void => {
    const { decide, lines, firstDecision } = runner
    decideBlock(decide, lines, { from, to, firstDecision }, decided, from)
    const untilMinute = to === rows.length ? signals.length : rows[to - 1]! + 1
    signals.fill(0, from === 0 ? 0 : rows[from - 1]! + 1, untilMinute)
    for (let bar = from; bar < to; bar++) signals[rows[bar]!] = decided[bar]!
    advanceSingle(runner.account, runner.series, untilMinute, null)
  }
}
