import { TradeAnalyticsPage } from '../features/analytics/trade-analytics-page.tsx'
import { SymbolChart } from '../features/charts/index.ts'

/** Combines two features on one screen: trades, and the prices around each. */
export function TradeAnalyticsScreen() {
  return (
    <TradeAnalyticsPage
      renderChart={({ trade, position, orders }) => (
        <SymbolChart
          symbol={trade.symbol}
          openedAt={position.opened_at ?? trade.timestamp}
          closedAt={position.opened_at === null ? trade.timestamp : position.closed_at}
          trades={orders.map((order) => order.trade)}
          levels={{ average: position.average_price, stop: position.stop_price, target: position.target_price }}
        />
      )}
    />
  )
}
