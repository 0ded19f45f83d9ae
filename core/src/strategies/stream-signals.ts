// Runs a strategy bar by bar, as in live trading, in O(1) per bar: each line keeps the previous and the current row.

import type { Indicator } from '../indicators/indicator.ts'
import type { StrategyPlan } from './strategy.ts'

const BEFORE = 0
const NOW = 1

export type SignalStream = {
  /** Signal bits at the close of this bar; 0 while the indicators warm up. */
  step(close: number, high: number, low: number): number
  /** Inputs of the last decision: the value of every line, by name. */
  lines(): Readonly<Record<string, number>>
}

export function streamSignals(plan: StrategyPlan): SignalStream {
  const indicators = new Map<string, Indicator>()
  for (const line of plan.lines) {
    if (!indicators.has(line.key)) indicators.set(line.key, line.make())
  }
  const rows = plan.lines.map(() => new Float64Array(2))
  const sources = plan.lines.map((line) => ({ values: indicators.get(line.key)!.values, output: line.output }))
  const steps = [...indicators.values()]
  const firstDecision = 1 + Math.max(0, ...steps.map((indicator) => indicator.firstIndex))
  const signal = new Uint8Array(1)
  let i = -1
  return {
    step(close, high, low) {
      i++
      for (const indicator of steps) indicator.step(close, high, low)
      for (const [k, row] of rows.entries()) {
        row[BEFORE] = row[NOW]!
        row[NOW] = sources[k]!.values[sources[k]!.output]!
      }
      if (i < firstDecision) return 0
      plan.decide(rows, NOW, NOW + 1, signal, 0)
      return signal[0]!
    },
    lines: () =>
      Object.fromEntries(
        plan.lines.map(({ key, output }, k) => [output === 0 ? key : `${key}#${output}`, rows[k]![NOW]!]),
      ),
  }
}
