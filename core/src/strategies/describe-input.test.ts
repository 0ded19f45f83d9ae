import { expect, test } from 'vitest'
import { checkParameters } from './check-parameters.ts'
import { describeInput } from './describe-input.ts'
import { STRATEGIES } from './find-strategy.ts'
import { streamSignals } from './stream-signals.ts'
import { valueOf } from '../testing/value-of.ts'

test('a signal’s inputs read as a trader reads them', () => {
  expect(describeInput('ema(20)', 156_811.096)).toEqual(['EMA of 20 bars', '₹1,568.11'])
  expect(describeInput('ema(1)', 156_930)).toEqual(['Close', '₹1,569.30'])
  expect(describeInput('rsi(14)', 61.2345)).toEqual(['RSI over 14 bars', '61.23'])
  expect(describeInput('roc(10)', -1.5)).toEqual(['Change over 10 bars', '−1.5%'])
  expect(describeInput('macd(12,26,9)', -250)).toEqual(['MACD (12, 26, 9)', '−₹2.50'])
  expect(describeInput('macd(12,26,9)#1', 100)).toEqual(['MACD signal line (12, 26, 9)', '₹1.00'])
  expect(describeInput('bollinger(20,2.5)#2', 40_000)).toEqual(['Lower band of 20 bars', '₹400.00'])
  expect(describeInput('quantity', 7)).toEqual(['Quantity asked for', '7'])
})

test('no input of a shipped strategy is shown by its internal name', () => {
  for (const strategy of Object.values(STRATEGIES)) {
    const plan = strategy.plan(valueOf(checkParameters(strategy, {})))
    for (const name of Object.keys(streamSignals(plan).lines())) {
      expect(describeInput(name, 1)[0], name).toMatch(
        /^(Close|EMA of|RSI over|Change over|MACD|(Upper|Middle|Lower) band)/,
      )
    }
  }
})
