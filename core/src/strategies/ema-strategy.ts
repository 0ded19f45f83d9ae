import { emaLine } from './line.ts'
import { bool, decimal, int } from './parameter.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'
import { defineStrategy } from './strategy.ts'

export const emaStrategy = defineStrategy({
  botType: 'ema_strategy',
  name: 'EMA Strategy',
  isTwoSided: false,
  revision: 1,
  rule:
    'Compares a fast exponential average of the close with a slower one (a fast period of 1 is the close itself). ' +
    'Buys when the fast line rises from at or below the slow line plus the buy threshold to above it; sells short when ' +
    'it falls from at or above the slow line less the sell threshold to below it. A long ends when the fast line falls ' +
    'below the slow one, a short when it rises above it.',
  reasons: {
    enterLong: 'The fast average crossed above the EMA.',
    enterShort: 'The fast average crossed below the EMA.',
    exitLong: 'The fast average fell below the EMA.',
    exitShort: 'The fast average rose above the EMA.',
  },
  parameters: {
    ema_period: int({ label: 'EMA period', help: 'Bars in the slow average.', min: 1, max: 200, default: 20 }),
    fast_ema_period: int({
      label: 'Fast EMA period',
      help: 'Bars in the fast average; 1 uses the close itself.',
      min: 1,
      max: 200,
      default: 1,
    }),
    buy_threshold: decimal({
      label: 'Buy threshold',
      help: 'Percent above the EMA that must be crossed before a long entry.',
      min: 0,
      max: 20,
      default: 0,
    }),
    sell_threshold: decimal({
      label: 'Sell threshold',
      help: 'Percent below the EMA that must be crossed before a short entry.',
      min: 0,
      max: 20,
      default: 0,
    }),
    allow_short: bool({
      label: 'Allow short',
      help: 'Also sell short; otherwise only longs are taken.',
      default: true,
    }),
  },
  conflict: ({ ema_period, fast_ema_period }) =>
    fast_ema_period > ema_period
      ? { field: 'fast_ema_period', sentence: 'Fast EMA period must not be above the EMA period.' }
      : null,
  plan: ({ ema_period, fast_ema_period, buy_threshold, sell_threshold, allow_short }) => {
    const above = 1 + buy_threshold / 100
    const below = 1 - sell_threshold / 100
    const asked = allow_short ? ENTER_LONG | ENTER_SHORT | EXIT_LONG | EXIT_SHORT : ENTER_LONG | EXIT_LONG | EXIT_SHORT
    return {
      lines: [emaLine(fast_ema_period), emaLine(ema_period)],
      decide: (lines, from, to, signals, at) => {
        const fastLine = lines[0]!
        const slowLine = lines[1]!
        const up = above
        const down = below
        const bits = asked
        const shift = at - from
        signals.fill(0, at, at + to - from)
        let before = conditions(fastLine[from - 1]!, slowLine[from - 1]!, up, down)
        for (let i = from; i < to; i++) {
          // The lines rarely cross, so these two loops skip bars without a crossing.
          if (before === ABOVE) while (i < to && fastLine[i]! > slowLine[i]! * up) i++
          else if (before === BELOW) while (i < to && fastLine[i]! < slowLine[i]! * down) i++
          if (i >= to) break
          const now = conditions(fastLine[i]!, slowLine[i]!, up, down)
          signals[i + shift] = now & ~before & bits
          before = now
        }
      },
    }
  },
})

// Each condition sets the bit of the signal it gives when it becomes true.
const ABOVE = EXIT_SHORT | ENTER_LONG
const BELOW = EXIT_LONG | ENTER_SHORT

function conditions(fast: number, slow: number, above: number, below: number): number {
  if (fast > slow) return fast > slow * above ? ABOVE : EXIT_SHORT
  if (fast < slow) return fast < slow * below ? BELOW : EXIT_LONG
  return 0
}
