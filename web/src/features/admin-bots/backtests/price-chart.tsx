import type { BacktestReport, BacktestTrade } from '@trading-bot/contract/rest/trading/bot-config'
import {
  CandlestickSeries,
  createSeriesMarkers,
  type IChartApi,
  type SeriesMarker,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useCallback, useMemo, useState } from 'react'
import { candleAt } from '../../../ui/charts/candle-at.ts'
import { type ChartColours, ChartFrame, chartTime } from '../../../ui/charts/chart-frame.tsx'
import { drawPlots } from '../../../ui/charts/plots/draw-plots.ts'
import { panesOf } from '../../../ui/charts/plots/panes-of.ts'
import { PlotLegend } from '../../../ui/charts/plots/plot-legend.tsx'

type Props = Pick<BacktestReport, 'candles' | 'plots'> & { trades: readonly BacktestTrade[] }

/** Candles with the bot's entries and exits on them, and what its script plots. */
export function PriceChart({ candles, plots, trades }: Props) {
  const [pointed, setPointed] = useState<number | null>(null)
  const times = useMemo(() => candles.map(([time]) => chartTime(time)), [candles])
  const panes = useMemo(
    () =>
      panesOf(
        plots,
        candles.map(([, , high, low]) => ({ high, low })),
      ),
    [plots, candles],
  )
  const draw = useCallback(
    (chart: IChartApi, colours: ChartColours) => {
      const { gain, loss } = colours
      const series = chart.addSeries(CandlestickSeries, {
        upColor: gain,
        downColor: loss,
        wickUpColor: gain,
        wickDownColor: loss,
        borderVisible: false,
      })
      series.setData(
        candles.map(([, open, high, low, close], i) => ({ time: times[i] as UTCTimestamp, open, high, low, close })),
      )
      createSeriesMarkers(series, markersOf(trades, times, colours))
      drawPlots(chart, panes, times, colours)
      chart.subscribeCrosshairMove(({ time }) => setPointed(time === undefined ? null : candleAt(times, Number(time))))
    },
    [candles, trades, times, panes],
  )
  return (
    <>
      <PlotLegend panes={panes} at={pointed} />
      <ChartFrame label={`Price with ${trades.length} trades marked`} draw={draw} below={panes.length - 1} />
    </>
  )
}

function markersOf(trades: readonly BacktestTrade[], times: readonly number[], colours: ChartColours) {
  const markers: SeriesMarker<UTCTimestamp>[] = []
  for (const trade of trades) {
    const isLong = trade.side === 'LONG'
    // Markers have text only when they are few; otherwise the texts would overlap.
    const mark = (at: string, isBuy: boolean) => ({
      time: times[candleAt(times, chartTime(at))] as UTCTimestamp,
      position: isBuy ? ('belowBar' as const) : ('aboveBar' as const),
      shape: isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
      color: isBuy ? colours.buy : colours.sell,
      ...(trades.length <= 20 && { text: isBuy ? 'Buy' : 'Sell' }),
    })
    markers.push(mark(trade.entry_time, isLong), mark(trade.exit_time, !isLong))
  }
  return markers.sort((a, b) => a.time - b.time)
}
