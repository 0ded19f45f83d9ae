import { rsiLine } from './line.ts'
import { bool, decimal, int } from './parameter.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'
import { defineStrategy } from './strategy.ts'

export const rsiStrategy = defineStrategy({
  botType: 'rsi_strategy',
  name: 'RSI Strategy',
  isTwoSided: false,
  revision: 1,
  rule:
    "Follows Wilder's relative strength index of the close. Buys when the index rises back above the buy threshold " +
    'after being at or below it (oversold) and holds until it reaches the sell threshold; sells short when it falls ' +
    'back below the sell threshold after being at or above it (overbought) and holds until it reaches the buy threshold.',
  reasons: {
    enterLong: 'The RSI rose out of the oversold zone.',
    enterShort: 'The RSI fell out of the overbought zone.',
    exitLong: 'The RSI reached the overbought zone.',
    exitShort: 'The RSI reached the oversold zone.',
  },
  parameters: {
    rsi_period: int({ label: 'RSI period', help: 'Bars in the index.', min: 2, max: 200, default: 14 }),
    buy_threshold: decimal({
      label: 'Buy threshold',
      help: 'Index at or below which the market counts as oversold.',
      min: 0,
      max: 100,
      default: 30,
    }),
    sell_threshold: decimal({
      label: 'Sell threshold',
      help: 'Index at or above which the market counts as overbought.',
      min: 0,
      max: 100,
      default: 70,
    }),
    allow_short: bool({
      label: 'Allow short',
      help: 'Also sell short; otherwise only longs are taken.',
      default: true,
    }),
  },
  conflict: ({ buy_threshold, sell_threshold }) =>
    buy_threshold >= sell_threshold
      ? { field: 'sell_threshold', sentence: 'Sell threshold must be above the buy threshold.' }
      : null,
  plan: ({ rsi_period, buy_threshold, sell_threshold, allow_short }) => {
    const shortBit = allow_short ? ENTER_SHORT : 0
    return {
      lines: [rsiLine(rsi_period)],
      decide: (lines, from, to, signals, at) => {
        const line = lines[0]!
        for (let i = from; i < to; i++) {
          const rsi = line[i]!
          const before = line[i - 1]!
          let signal = (rsi >= sell_threshold ? EXIT_LONG : 0) | (rsi <= buy_threshold ? EXIT_SHORT : 0)
          if (before <= buy_threshold && rsi > buy_threshold) signal |= ENTER_LONG
          else if (before >= sell_threshold && rsi < sell_threshold) signal |= shortBit
          signals[at + i - from] = signal
        }
      },
    }
  },
})
