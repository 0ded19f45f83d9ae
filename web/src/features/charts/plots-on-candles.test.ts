import { expect, test } from 'vitest'
import type { ChartColours } from '../../ui/charts/chart-frame.tsx'
import { decisionsOf } from './decisions-of.ts'
import { plotsOnCandles } from './plots-on-candles.ts'

const TIMES = [600, 900, 1_200]
const COLOURS = { buy: 'buy', sell: 'sell', text: 'text' } as ChartColours

test('a candle has the newest value of its bars, and none where the script plotted none', () => {
  const series = [{ name: 'ema', pane: null, values: [1, 2, 3, null, 5] }]
  expect(plotsOnCandles(series, [540, 600, 660, 720, 1_260], TIMES)).toEqual([
    { name: 'ema', pane: null, values: [3, null, 5] },
  ])
})

test('a decision that holds over several bars is marked once, on its candle', () => {
  const marked = decisionsOf({ signals: [1, 0, 4, 4, 4 | 2] }, [540, 600, 660, 960, 1_260], TIMES, COLOURS)
  expect(marked.map(({ time, text }) => [time, text])).toEqual([
    [600, 'Exit'],
    [1_200, 'Short'],
  ])
})
