import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import type { MarketDay } from '@trading-bot/contract/rest/trading/market-data'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { CandlestickSeries, createSeriesMarkers, type IChartApi, type UTCTimestamp } from 'lightweight-charts'
import { useCallback } from 'react'
import { type ChartColours, ChartFrame, chartTime } from '../../ui/charts/chart-frame.tsx'

type Props = { source: MarketDay['sources'][number]; interval: Interval }

/** The day's candles; a mark above one says that something was found within it. */
export function DayChart({ source, interval }: Props) {
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
      const starts = bars.map(([time]) => chartTime(time))
      series.setData(
        bars.map(([, open, high, low, close], row) => ({ time: starts[row] as UTCTimestamp, open, high, low, close })),
      )
      const found = findings.flatMap((finding) => finding.times.map((time) => candleAt(starts, chartTime(time))))
      const times = [...new Set(found)].sort((a, b) => a - b)
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
  return <ChartFrame label={`${bars.length} candles of ${INTERVAL_LABELS[interval]}`} draw={draw} />
}

/** The candle that an instant lies in; a missing minute is marked at the candle before it. */
function candleAt(starts: readonly number[], time: number): number {
  return starts.findLast((start) => start <= time) ?? starts[0] ?? time
}
