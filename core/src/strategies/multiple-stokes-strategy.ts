import { closeLine, emaLine, rocLine } from './line.ts'
import { decimal, int } from './parameter.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'
import { defineStrategy } from './strategy.ts'

export const multipleStokesStrategy = defineStrategy({
  botType: 'multiple_stokes_strategy',
  name: 'Multiple Stokes Strategy',
  isTwoSided: true,
  revision: 1,
  rule:
    'Watches several symbols at once, each by the same rule, with one capital for longs and another for shorts. Buys a ' +
    'symbol when its close crosses above its EMA while it has risen by more than the buy threshold over the momentum ' +
    'period; sells short when the close crosses below the EMA while it has fallen by more than the sell threshold. A ' +
    'long ends when the close falls below the EMA, a short when it rises above it.',
  reasons: {
    enterLong: 'The close crossed above the EMA with rising momentum.',
    enterShort: 'The close crossed below the EMA with falling momentum.',
    exitLong: 'The close fell below the EMA.',
    exitShort: 'The close rose above the EMA.',
  },
  parameters: {
    ema_period: int({ label: 'EMA period', help: 'Bars in the average.', min: 1, max: 200, default: 20 }),
    momentum_period: int({ label: 'Momentum period', help: 'Bars to look back.', min: 1, max: 200, default: 10 }),
    buy_threshold: decimal({
      label: 'Buy threshold',
      help: 'Rise in percent over the momentum period that a long entry needs.',
      min: 0,
      max: 20,
      default: 0.1,
    }),
    sell_threshold: decimal({
      label: 'Sell threshold',
      help: 'Fall in percent over the momentum period that a short entry needs.',
      min: 0,
      max: 20,
      default: 0.1,
    }),
  },
  plan: ({ ema_period, momentum_period, buy_threshold, sell_threshold }) => {
    const fall = -sell_threshold
    return {
      lines: [closeLine(), emaLine(ema_period), rocLine(momentum_period)],
      decide: (lines, from, to, signals, at) => {
        const [closes, emas, changes] = lines as [Float64Array, Float64Array, Float64Array]
        for (let i = from; i < to; i++) {
          const close = closes[i]!
          const ema = emas[i]!
          let signal = 0
          if (close > ema) {
            const isEntry = closes[i - 1]! <= emas[i - 1]! && changes[i]! > buy_threshold
            signal = isEntry ? ENTER_LONG | EXIT_SHORT : EXIT_SHORT
          } else if (close < ema) {
            const isEntry = closes[i - 1]! >= emas[i - 1]! && changes[i]! < fall
            signal = isEntry ? ENTER_SHORT | EXIT_LONG : EXIT_LONG
          }
          signals[at + i - from] = signal
        }
      },
    }
  },
})
