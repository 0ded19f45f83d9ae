import type { Candles } from '@trading-bot/contract/rest/trading/candles'
import { formatRupees } from '@trading-bot/core/money'
import { CandlestickSeries, HistogramSeries, type IChartApi, type UTCTimestamp } from 'lightweight-charts'
import { type ChartColours, chartTime } from '../../ui/charts/chart-frame.tsx'

type Bar = Candles['bars'][number]

/** Candles, and their volume below them in the same pane. */
export function drawCandles(chart: IChartApi, bars: readonly Bar[], { gain, loss, quiet }: ChartColours) {
  const volume = chart.addSeries(HistogramSeries, {
    color: quiet,
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.85, bottom: 0 } })
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: gain,
    downColor: loss,
    wickUpColor: gain,
    wickDownColor: loss,
    borderVisible: false,
    priceFormat: { type: 'custom', formatter: formatRupees, minMove: 0.01 },
  })
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.2 } })
  candles.setData(bars.map(candleOf))
  volume.setData(bars.map((bar) => ({ time: candleOf(bar).time, value: bar[5] })))
  return { candles, volume }
}

export function candleOf([time, open, high, low, close]: Bar) {
  return { time: chartTime(time) as UTCTimestamp, open, high, low, close }
}
