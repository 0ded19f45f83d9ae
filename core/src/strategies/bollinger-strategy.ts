import { BOLLINGER_OUTPUT } from '../indicators/bollinger.ts'
import { bollingerLine, closeLine } from './line.ts'
import { bool, decimal, int } from './parameter.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'
import { defineStrategy } from './strategy.ts'

export const bollingerStrategy = defineStrategy({
  botType: 'bollinger_strategy',
  name: 'Bollinger Strategy',
  isTwoSided: false,
  revision: 1,
  rule:
    'Trades the return from the edge of the Bollinger bands to their middle. Buys when the close comes back above the ' +
    'lower band after being at or below it; sells short when it comes back below the upper band after being at or above ' +
    'it. A long ends when the close reaches the middle band from below, a short when it reaches it from above.',
  reasons: {
    enterLong: 'The close came back above the lower band.',
    enterShort: 'The close came back below the upper band.',
    exitLong: 'The close reached the middle band.',
    exitShort: 'The close reached the middle band.',
  },
  parameters: {
    bollinger_period: int({
      label: 'Period',
      help: 'Bars in the average and the deviation.',
      min: 2,
      max: 200,
      default: 20,
    }),
    band_width: decimal({
      label: 'Band width',
      help: 'Standard deviations from the middle to each band.',
      min: 0.1,
      max: 10,
      step: 0.1,
      default: 2,
    }),
    allow_short: bool({
      label: 'Allow short',
      help: 'Also sell short; otherwise only longs are taken.',
      default: true,
    }),
  },
  plan: ({ bollinger_period, band_width, allow_short }) => {
    const shortBit = allow_short ? ENTER_SHORT : 0
    const band = (output: number) => bollingerLine(bollinger_period, band_width, output)
    return {
      lines: [closeLine(), band(BOLLINGER_OUTPUT.upper), band(BOLLINGER_OUTPUT.middle), band(BOLLINGER_OUTPUT.lower)],
      decide: (lines, from, to, signals, at) => {
        const [closes, uppers, middles, lowers] = lines as [Float64Array, Float64Array, Float64Array, Float64Array]
        for (let i = from; i < to; i++) {
          const close = closes[i]!
          const before = closes[i - 1]!
          const middle = middles[i]!
          let signal = (close >= middle ? EXIT_LONG : 0) | (close <= middle ? EXIT_SHORT : 0)
          if (before <= lowers[i - 1]! && close > lowers[i]!) signal |= ENTER_LONG
          else if (before >= uppers[i - 1]! && close < uppers[i]!) signal |= shortBit
          signals[at + i - from] = signal
        }
      },
    }
  },
})
