import { Group, Paper, SegmentedControl, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Analytics, PERIODS, readAnalytics } from '@trading-bot/contract/rest/trading/analytics'
import { formatNumber } from '@trading-bot/core/format-number'
import { type ReactNode, useMemo } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { Profit } from '../../ui/figures/profit.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { DemoMarketNote } from './demo-market-note.tsx'
import { TermHelp } from '../../ui/help/term-help.tsx'
import type { TermKey } from '../../ui/help/terms.ts'
import { AnalyticsFailure } from './analytics-failure.tsx'
import { count, percent } from './charts/chart-texts.ts'
import { DayChart } from './charts/day-chart.tsx'
import { EquityChart } from './charts/equity-chart.tsx'
import { DistributionChart } from './charts/distribution-chart.tsx'
import { NO_ANALYTICS } from './no-analytics.ts'
import { PerformanceRadar } from './charts/performance-radar.tsx'
import { ProfitChart } from './charts/profit-chart.tsx'
import { RecentTrades } from './trades/recent-trades.tsx'

const LABELS = { '7d': '7 days', '30d': '30 days', '90d': '90 days', '1y': '1 year' } as const

export function AnalyticsView({ onOpen }: { onOpen: (id: string) => void }) {
  const [search, setSearch] = useListSearch()
  const period = PERIODS.find((known) => known === search['period']) ?? '7d'
  const query = useQuery(queryOf(readAnalytics, { days: period }))
  const shown = query.data ?? (query.isError ? NO_ANALYTICS : undefined)
  return (
    <section aria-label="Analytics">
      <Group justify="space-between" mb="lg">
        <Title order={2}>Analytics</Title>
        <SegmentedControl
          aria-label="Period"
          data={PERIODS.map((value) => ({ value, label: LABELS[value] }))}
          value={period}
          onChange={(next) => setSearch({ period: next === '7d' ? '' : next })}
        />
      </Group>
      <DemoMarketNote />
      <AnalyticsFailure query={query} />
      <Cards shown={shown} />
      {shown ? <Charts analytics={shown} /> : <Skeleton h={680} radius="lg" mb="lg" aria-busy="true" />}
      <RecentTrades trades={shown?.recentTrades} onOpen={onOpen} />
    </section>
  )
}

function Cards({ shown }: { shown: Analytics | undefined }) {
  const metrics = shown?.performanceMetrics
  // A single day has no standard deviation, so the ratio is unknown, not zero.
  const hasRatio = (shown?.pnlData.length ?? 0) > 1 || shown?.pnlData.length === 0
  return (
    <StatCards
      items={[
        {
          label: 'Total P&L',
          value: metrics && <Profit amount={metrics.totalPnl} />,
          hint: metrics && (
            <>
              Average <Profit amount={metrics.avgTradePnl} /> an exit
            </>
          ),
        },
        { label: 'Total Trades', value: metrics && formatNumber(metrics.totalTrades), hint: 'Executed orders' },
        { label: 'Win Rate', value: metrics && `${metrics.winRate}%`, hint: 'Of all exits' },
        {
          label: 'Sharpe Ratio',
          value: metrics && (hasRatio ? metrics.sharpeRatio.toFixed(2).replace('-', '−') : 'N/A'),
          hint: hasRatio ? 'Of daily results, a year’s worth' : 'Needs two days with trades',
        },
      ]}
    />
  )
}

function Charts({ analytics }: { analytics: Analytics }) {
  const { pnlData, volumeData, successRateData, tradeDistribution, performanceMetrics } = analytics
  const volume = useMemo(() => seriesOf(volumeData, ({ trades }) => trades), [volumeData])
  const success = useMemo(() => seriesOf(successRateData, ({ successRate }) => successRate), [successRateData])
  return (
    <Stack gap="md" mb="lg">
      <ChartCard title="P&L Analysis">
        <ProfitChart days={pnlData} />
      </ChartCard>
      <ChartCard title="Equity and Drawdown" term="drawdown">
        <EquityChart days={pnlData} />
      </ChartCard>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ChartCard title="Trade Volume">
          <DayChart label="Trade Volume" unit="Trades" kind="bar" {...volume} write={count} />
        </ChartCard>
        <ChartCard title="Success Rate Trend">
          <DayChart label="Success Rate Trend" unit="Success rate" kind="line" {...success} write={percent} isPercent />
        </ChartCard>
        <ChartCard title="Trade Distribution">
          <DistributionChart counts={tradeDistribution} />
        </ChartCard>
        <ChartCard title="Performance Overview">
          <PerformanceRadar metrics={performanceMetrics} />
        </ChartCard>
      </SimpleGrid>
    </Stack>
  )
}

function ChartCard({ title, term, children }: { title: string; term?: TermKey; children: ReactNode }) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" miw={0}>
      <Group gap={2} mb="md">
        <Title order={3}>{title}</Title>
        {term && <TermHelp term={term} />}
      </Group>
      {children}
    </Paper>
  )
}

function seriesOf<Day extends { date: string }>(days: readonly Day[], pick: (day: Day) => number) {
  return { dates: days.map(({ date }) => date), data: days.map(pick) }
}
