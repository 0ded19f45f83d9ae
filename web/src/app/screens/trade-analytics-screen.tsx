import { TradeAnalyticsPage } from '../../features/analytics/trade-analytics-page.tsx'
import { TradeChart } from './trade-chart.tsx'

/** Combines two features on one screen: trades, and the prices around each. */
export function TradeAnalyticsScreen() {
  return <TradeAnalyticsPage renderChart={(detail) => <TradeChart {...detail} />} />
}
