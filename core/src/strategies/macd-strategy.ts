import { MACD_OUTPUT } from '../indicators/macd.ts'
import { macdLine } from './line.ts'
import { bool, int } from './parameter.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'
import { defineStrategy } from './strategy.ts'

export const macdStrategy = defineStrategy({
  botType: 'macd_strategy',
  name: 'MACD Strategy',
  isTwoSided: false,
  revision: 1,
  rule:
    'Follows the MACD histogram (the distance of the MACD line from its signal line). Buys when the histogram turns ' +
    'from zero or below to above zero and sells short when it turns from zero or above to below zero; each turn also ' +
    'ends a position on the other side.',
  reasons: {
    enterLong: 'The MACD line crossed above its signal line.',
    enterShort: 'The MACD line crossed below its signal line.',
    exitLong: 'The MACD line crossed below its signal line.',
    exitShort: 'The MACD line crossed above its signal line.',
  },
  parameters: {
    fast_period: int({ label: 'Fast period', help: 'Bars in the fast average.', min: 2, max: 200, default: 12 }),
    slow_period: int({ label: 'Slow period', help: 'Bars in the slow average.', min: 2, max: 200, default: 26 }),
    signal_period: int({ label: 'Signal period', help: 'Bars in the signal line.', min: 1, max: 200, default: 9 }),
    allow_short: bool({
      label: 'Allow short',
      help: 'Also sell short; otherwise only longs are taken.',
      default: true,
    }),
  },
  conflict: ({ fast_period, slow_period }) =>
    fast_period >= slow_period
      ? { field: 'slow_period', sentence: 'Slow period must be above the fast period.' }
      : null,
  plan: ({ fast_period, slow_period, signal_period, allow_short }) => {
    const downBits = allow_short ? ENTER_SHORT | EXIT_LONG : EXIT_LONG
    return {
      lines: [macdLine(fast_period, slow_period, signal_period, MACD_OUTPUT.histogram)],
      decide: (lines, from, to, signals, at) => {
        const line = lines[0]!
        for (let i = from; i < to; i++) {
          const histogram = line[i]!
          const before = line[i - 1]!
          let signal = 0
          if (histogram > 0 && before <= 0) signal = ENTER_LONG | EXIT_SHORT
          else if (histogram < 0 && before >= 0) signal = downBits
          signals[at + i - from] = signal
        }
      },
    }
  },
})
