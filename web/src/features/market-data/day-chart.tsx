import type { MarketDay } from '@trading-bot/contract/rest/trading/market-data'
import { CandlestickSeries, createSeriesMarkers, type IChartApi, type UTCTimestamp } from 'lightweight-charts'
import { useCallback } from 'react'
import { type ChartColours, ChartFrame, chartTime } from '../../ui/charts/chart-frame.tsx'

/** The day's one-minute candles; a mark above a bar says that something was found there. */
export function DayChart({ source }: { source: MarketDay['sources'][number] }) {
  const { bars, findings } = source
  const draw = useCallback(
    (chart: IChartApi, { gain, loss, line }: ChartColours) => {
      const series = chart.addSeries(CandlestickSeries, {
        upColor: gain,
        downColor: loss,
        wickUpColor: gain,
        wickDownColor: loss,
        borderVisible: false,
      })
      series.setData(
        bars.map(([time, open, high, low, close]) => ({
          time: chartTime(time) as UTCTimestamp,
          open,
          high,
          low,
          close,
        })),
      )
      const times = [...new Set(findings.flatMap((finding) => finding.times.map(chartTime)))].sort((a, b) => a - b)
      createSeriesMarkers(
        series,
        times.map((time) => ({
          time: time as UTCTimestamp,
          position: 'aboveBar' as const,
          shape: 'circle' as const,
          color: line,
        })),
      )
    },
    [bars, findings],
  )
  return <ChartFrame label={`${bars.length} one-minute candles`} draw={draw} />
}
