import { rocLine } from './line.ts'
import { bool, decimal, int } from './parameter.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'
import { defineStrategy } from './strategy.ts'

export const momentumStrategy = defineStrategy({
  botType: 'momentum_strategy',
  name: 'Momentum Strategy',
  isTwoSided: false,
  revision: 1,
  rule:
    'Follows the rate of change of the close over a number of bars. Buys when the change rises from at or below the buy ' +
    'threshold to above it and holds while the change stays above zero; sells short when it falls from at or above the ' +
    'negative sell threshold to below it and holds while the change stays below zero.',
  reasons: {
    enterLong: 'Momentum rose above the buy threshold.',
    enterShort: 'Momentum fell below the sell threshold.',
    exitLong: 'Momentum is gone.',
    exitShort: 'Momentum is gone.',
  },
  parameters: {
    momentum_period: int({ label: 'Momentum period', help: 'Bars to look back.', min: 1, max: 200, default: 10 }),
    buy_threshold: decimal({
      label: 'Buy threshold',
      help: 'Rise in percent that must be exceeded before a long entry.',
      min: 0,
      max: 20,
      default: 0.5,
    }),
    sell_threshold: decimal({
      label: 'Sell threshold',
      help: 'Fall in percent that must be exceeded before a short entry.',
      min: 0,
      max: 20,
      default: 0.5,
    }),
    allow_short: bool({
      label: 'Allow short',
      help: 'Also sell short; otherwise only longs are taken.',
      default: true,
    }),
  },
  plan: ({ momentum_period, buy_threshold, sell_threshold, allow_short }) => {
    const shortBit = allow_short ? ENTER_SHORT : 0
    const fall = -sell_threshold
    return {
      lines: [rocLine(momentum_period)],
      decide: (lines, from, to, signals, at) => {
        const line = lines[0]!
        for (let i = from; i < to; i++) {
          const change = line[i]!
          const before = line[i - 1]!
          let signal = (change <= 0 ? EXIT_LONG : 0) | (change >= 0 ? EXIT_SHORT : 0)
          if (before <= buy_threshold && change > buy_threshold) signal |= ENTER_LONG
          else if (before >= fall && change < fall) signal |= shortBit
          signals[at + i - from] = signal
        }
      },
    }
  },
})
