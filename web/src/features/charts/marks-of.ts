import type { Trade } from '@trading-bot/contract/rest/trading/bots'
import type { SeriesMarker, UTCTimestamp } from 'lightweight-charts'
import { formatNumber } from '@trading-bot/core/format-number'
import { candleAt } from '../../ui/charts/candle-at.ts'
import { type ChartColours, chartTime } from '../../ui/charts/chart-frame.tsx'

/** Filled orders on their candles: buys point up from below, sells down from above; orders outside the chart are left out. */
export function marksOf(
  trades: readonly Trade[],
  times: readonly number[],
  { buy, sell }: ChartColours,
): SeriesMarker<UTCTimestamp>[] {
  const first = times[0]
  if (first === undefined) return []
  return trades
    .filter(({ filled_quantity, timestamp }) => filled_quantity > 0 && chartTime(timestamp) >= first)
    .map(({ order_type, filled_quantity, timestamp }): SeriesMarker<UTCTimestamp> => {
      const isBuy = order_type === 'BUY'
      return {
        time: times[candleAt(times, chartTime(timestamp))] as UTCTimestamp,
        position: isBuy ? 'belowBar' : 'aboveBar',
        shape: isBuy ? 'arrowUp' : 'arrowDown',
        color: isBuy ? buy : sell,
        text: `${isBuy ? 'Buy' : 'Sell'} ${formatNumber(filled_quantity)}`,
      }
    })
    .sort((one, other) => one.time - other.time)
}
