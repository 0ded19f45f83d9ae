import { Skeleton } from '@mantine/core'
import type { TradeDetail } from '@trading-bot/contract/rest/trading/analytics'
import { lazy, Suspense } from 'react'
import { TradeAnalyticsPage } from '../../features/analytics/trade-analytics-page.tsx'

const TradeChart = lazy(async () => ({ default: (await import('./trade-chart.tsx')).TradeChart }))

// As high as the chart, so that the drawer does not jump.
const CHART_HEIGHT = 320

/** Combines two features on one screen: trades, and the prices around each. */
export function TradeAnalyticsScreen() {
  return <TradeAnalyticsPage renderChart={renderChart} />
}

function renderChart(detail: TradeDetail) {
  return (
    <Suspense fallback={<Skeleton h={CHART_HEIGHT} />}>
      <TradeChart {...detail} />
    </Suspense>
  )
}
