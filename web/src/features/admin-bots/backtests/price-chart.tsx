import type { BacktestReport, BacktestTrade } from '@trading-bot/contract/rest/trading/bot-config'
import {
  CandlestickSeries,
  createSeriesMarkers,
  type IChartApi,
  type SeriesMarker,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useCallback } from 'react'
import { candleAt } from '../../../ui/charts/candle-at.ts'
import { type ChartColours, ChartFrame, chartTime } from '../../../ui/charts/chart-frame.tsx'

type Props = { candles: BacktestReport['candles']; trades: readonly BacktestTrade[] }

/** Candles with the bot's entries and exits on them. */
export function PriceChart({ candles, trades }: Props) {
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
      const times = candles.map(([time]) => chartTime(time))
      series.setData(
        candles.map(([, open, high, low, close], i) => ({ time: times[i] as UTCTimestamp, open, high, low, close })),
      )
      createSeriesMarkers(series, markersOf(trades, times, colours))
    },
    [candles, trades],
  )
  return <ChartFrame label={`Price with ${trades.length} trades marked`} draw={draw} />
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
