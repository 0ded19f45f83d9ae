import type { Walk } from '@trading-bot/contract/rest/trading/history-runs'
import { formatRupees } from '@trading-bot/core/money'
import {
  CandlestickSeries,
  createSeriesMarkers,
  type IChartApi,
  type SeriesMarker,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useCallback } from 'react'
import { candleAt } from '../../ui/charts/candle-at.ts'
import { type ChartColours, ChartFrame, chartTime } from '../../ui/charts/chart-frame.tsx'

type Props = Pick<Walk, 'symbol' | 'candles' | 'decisions'>

/** In a file of its own, because the chart library is fetched only when there is a walk. */
export function WalkChart({ symbol, candles, decisions }: Props) {
  const draw = useCallback(
    (chart: IChartApi, colours: ChartColours) => {
      const { gain, loss } = colours
      const series = chart.addSeries(CandlestickSeries, {
        upColor: gain,
        downColor: loss,
        wickUpColor: gain,
        wickDownColor: loss,
        borderVisible: false,
        priceFormat: { type: 'custom', formatter: formatRupees, minMove: 0.01 },
      })
      const times = candles.map(([time]) => chartTime(time))
      series.setData(
        candles.map(([, open, high, low, close], i) => ({ time: times[i] as UTCTimestamp, open, high, low, close })),
      )
      const own = decisions.filter((decision) => decision.symbol === symbol)
      createSeriesMarkers(
        series,
        own.map((decision) => markOf(decision, times, colours)),
      )
    },
    [symbol, candles, decisions],
  )
  return <ChartFrame label={`${symbol} with the bot’s decisions`} draw={draw} />
}

function markOf(
  { at, kind, side }: Walk['decisions'][number],
  times: readonly number[],
  { buy, sell }: ChartColours,
): SeriesMarker<UTCTimestamp> {
  const isBuy = (side === 'LONG') === (kind === 'ENTRY')
  return {
    time: times[candleAt(times, chartTime(at))] as UTCTimestamp,
    position: isBuy ? 'belowBar' : 'aboveBar',
    shape: isBuy ? 'arrowUp' : 'arrowDown',
    color: isBuy ? buy : sell,
    text: kind === 'ENTRY' ? 'Entry' : 'Exit',
  }
}
