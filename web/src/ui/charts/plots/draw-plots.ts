import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import { type IChartApi, LineSeries, LineStyle, type UTCTimestamp } from 'lightweight-charts'
import { type ChartColours, MOST_PLOT_COLOURS } from '../chart-frame.tsx'
import { plotFigure } from './plot-figure.ts'
import type { Panes } from './panes-of.ts'

const PRICE_STRETCH = 3

/** The lines of a script, each with a value for every candle; a gap where it has none. */
export function drawPlots(chart: IChartApi, panes: Panes, times: readonly number[], { plots }: ChartColours): void {
  let drawn = 0
  for (const [pane, all] of panes.entries()) {
    for (const series of all) {
      const line = chart.addSeries(
        LineSeries,
        {
          color: plots[drawn % MOST_PLOT_COLOURS]!,
          // Colours begin anew after the last one, then with dashes.
          lineStyle: drawn < MOST_PLOT_COLOURS ? LineStyle.Solid : LineStyle.Dashed,
          lineWidth: 1,
          priceLineVisible: false,
          lastValueVisible: false,
          crosshairMarkerVisible: false,
          priceFormat: { type: 'custom', formatter: plotFigure, minMove: 0.0001 },
        },
        pane,
      )
      line.setData(pointsOf(series, times))
      drawn++
    }
  }
  if (panes.length > 1) chart.panes()[0]?.setStretchFactor(PRICE_STRETCH)
}

function pointsOf({ values }: PlotSeries, times: readonly number[]) {
  return times.map((at, i) => {
    const time = at as UTCTimestamp
    const value = values[i] ?? null
    return value === null ? { time } : { time, value }
  })
}
