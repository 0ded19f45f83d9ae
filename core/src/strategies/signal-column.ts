// Runs a strategy over whole columns block by block: only one block of each line is in memory (a few hundred kilobytes,
// which fit in the CPU cache), however many bars and parameter sets there are.

import type { Bars } from '../bars.ts'
import { LineBlocks } from './line-blocks.ts'
import type { Decide, StrategyPlan } from './strategy.ts'

/** Signal bits of every bar. */
export function signalColumn(plan: StrategyPlan, bars: Bars): Uint8Array {
  const signals = new Uint8Array(bars.timeMs.length)
  const blocks = new LineBlocks(plan.lines, bars)
  const lines = plan.lines.map((line) => blocks.column(line))
  const firstDecision = 1 + blocks.firstIndexOf(plan.lines)
  while (blocks.next()) {
    const { from, to } = blocks
    decideBlock(plan.decide, lines, { from, to, firstDecision }, signals, from)
  }
  return signals
}

/**
 * Decides the bars [from, to) of one block whose lines hold the bar before `from` in row 0,
 * and writes the signal of bar b at `signals[b - from + at]`.
 */
export function decideBlock(
  decide: Decide,
  lines: readonly Float64Array[],
  range: { readonly from: number; readonly to: number; readonly firstDecision: number },
  signals: Uint8Array,
  at: number,
): void {
  const { from, to, firstDecision } = range
  const first = Math.min(to, Math.max(from, firstDecision))
  signals.fill(0, at, at + first - from)
  if (first < to) decide(lines, first - from + 1, to - from + 1, signals, at + first - from)
}
