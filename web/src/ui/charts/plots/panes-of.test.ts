import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import { expect, test } from 'vitest'
import { panesOf } from './panes-of.ts'

const CANDLES = [
  { high: 812, low: 806 },
  { high: 815, low: 809 },
]
const series = (name: string, values: PlotSeries['values'], pane: string | null = null) => ({ name, pane, values })
const names = (plots: readonly PlotSeries[]) => panesOf(plots, CANDLES).map((pane) => pane.map(({ name }) => name))

test('what moves with the prices stands over the candles, anything else in a pane of its own', () => {
  const plots = [series('ema', [null, 811.4]), series('rsi', [28.1, 71]), series('vwap', [802, 818])]
  expect(names(plots)).toEqual([['ema', 'vwap'], ['rsi']])
})

test('the author’s pane counts for more than the values, and is shared by its name', () => {
  const plots = [
    series('macd', [1.2, 810], 'macd'),
    series('signal', [1.1, 0.9], 'macd'),
    series('band', [40, 41], 'price'),
  ]
  expect(names(plots)).toEqual([['band'], ['macd', 'signal']])
})

test('there are at most three panes below, and the last one takes what is left', () => {
  const plots = ['a', 'b', 'c', 'd', 'e'].map((name) => series(name, [1, 2]))
  expect(names(plots)).toEqual([[], ['a'], ['b'], ['c', 'd', 'e']])
})

test('a series without a value is drawn over the candles, where it takes no room', () => {
  expect(names([series('late', [null, null])])).toEqual([['late']])
})
