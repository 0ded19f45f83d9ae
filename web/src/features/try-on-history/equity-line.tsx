import type { BacktestReport } from '@trading-bot/contract/rest/trading/bot-config'
import { formatRupees } from '@trading-bot/core/money'
import { type IChartApi, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import { useCallback } from 'react'
import { type ChartColours, ChartFrame, chartTime } from '../../ui/charts/chart-frame.tsx'

/** In a file of its own, because the chart library is fetched only when there is a result. */
export function EquityLine({ points }: { points: BacktestReport['equity'] }) {
  const draw = useCallback(
    (chart: IChartApi, { line }: ChartColours) => {
      const series = chart.addSeries(LineSeries, { color: line, lineWidth: 2, priceLineVisible: false })
      series.applyOptions({ priceFormat: { type: 'custom', formatter: formatRupees, minMove: 0.01 } })
      series.setData(points.map(([time, value]) => ({ time: chartTime(time) as UTCTimestamp, value })))
    },
    [points],
  )
  const [first, last] = [points[0]?.[1] ?? 0, points.at(-1)?.[1] ?? 0]
  return <ChartFrame label={`Account value from ${formatRupees(first)} to ${formatRupees(last)}`} draw={draw} />
}
