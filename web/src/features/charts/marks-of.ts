import type { Trade } from '@trading-bot/contract/rest/trading/bots'
import type { SeriesMarker, UTCTimestamp } from 'lightweight-charts'
import { candleAt } from '../../ui/charts/candle-at.ts'
import { type ChartColours, chartTime } from '../../ui/charts/chart-frame.tsx'

/** Filled orders on their candles: buys point up from below, sells down from above; orders outside the chart are left out. */
export function marksOf(
  trades: readonly Trade[],
  times: readonly number[],
  { line, gain, loss }: ChartColours,
): SeriesMarker<UTCTimestamp>[] {
  const first = times[0]
  if (first === undefined) return []
  return trades
    .filter(({ filled_quantity, timestamp }) => filled_quantity > 0 && chartTime(timestamp) >= first)
    .map(({ order_type, filled_quantity, timestamp, purpose, pnl }): SeriesMarker<UTCTimestamp> => {
      const isBuy = order_type === 'BUY'
      return {
        time: times[candleAt(times, chartTime(timestamp))] as UTCTimestamp,
        position: isBuy ? 'belowBar' : 'aboveBar',
        shape: isBuy ? 'arrowUp' : 'arrowDown',
        color: purpose === 'entry' ? line : (pnl ?? 0) < 0 ? loss : gain,
        text: `${isBuy ? 'Buy' : 'Sell'} ${filled_quantity.toLocaleString('en-IN')}`,
      }
    })
    .sort((one, other) => one.time - other.time)
}
