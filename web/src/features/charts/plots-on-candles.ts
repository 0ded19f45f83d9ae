import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import { candleAt } from '../../ui/charts/candle-at.ts'

/** Each series with one value for every candle: its newest within that candle. Bars outside the chart are left out. */
export function plotsOnCandles(
  series: readonly PlotSeries[],
  at: readonly number[],
  times: readonly number[],
): PlotSeries[] {
  const first = times[0] ?? Infinity
  const candles = at.map((time) => (time < first ? -1 : candleAt(times, time)))
  return series.map(({ name, pane, values }) => {
    const found: (number | null)[] = times.map(() => null)
    for (const [index, candle] of candles.entries()) {
      const value = values[index] ?? null
      if (candle >= 0 && value !== null) found[candle] = value
    }
    return { name, pane, values: found }
  })
}
