import { Button, Group, Paper, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Analytics, readAnalytics } from '@trading-bot/contract/rest/trading/analytics'
import type { readBotStats } from '@trading-bot/contract/rest/trading/bots'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { formatNumber } from '@trading-bot/core/format-number'
import { memo, useDeferredValue } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Profit } from '../../ui/figures/profit.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { AnalyticsFailure } from './analytics-failure.tsx'
import { NO_ANALYTICS } from './no-analytics.ts'
import { ProfitChart } from './charts/profit-chart.tsx'
import { RecentTrades } from './trades/recent-trades.tsx'

type Props = {
  stats: CallAnswer<typeof readBotStats> | undefined
  onOpen: (id: string) => void
  onAnalytics: () => void
}

export function OverviewTab(props: Props) {
  const query = useQuery(queryOf(readAnalytics, {}))
  // Drawn in slices, between which the page answers to clicks.
  const known = useDeferredValue(query.data)
  return (
    <>
      <AnalyticsFailure query={query} />
      <Overview {...props} shown={known ?? (query.isError ? NO_ANALYTICS : undefined)} />
    </>
  )
}

/** All time in five cards, the last thirty days as a line, and the newest trades. */
const Overview = memo(function Overview({
  stats,
  shown,
  onOpen,
  onAnalytics,
}: Props & { shown: Analytics | undefined }) {
  const overview = shown?.overview
  return (
    <>
      <StatCards
        items={[
          { label: 'Total Bots', value: formatNumber(stats?.total_bots ?? 0), hint: 'Active trading bots' },
          { label: 'Running Bots', value: formatNumber(stats?.active_bots ?? 0), hint: 'Currently active' },
          { label: 'Total Trades', value: overview && formatNumber(overview.totalTrades), hint: 'All time trades' },
          {
            label: 'Total P&L',
            value: overview && <Profit amount={overview.totalPnL} isZeroGain />,
            hint: 'Net profit/loss',
          },
          { label: 'Success Rate', value: overview && `${overview.successRate}%`, hint: 'Win rate' },
        ]}
      />
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" mb="lg">
        <Group justify="space-between" mb="md">
          <Title order={2} size="h3">
            P&L, last 30 days
          </Title>
          <Button variant="default" size="xs" onClick={onAnalytics}>
            Detailed analytics
          </Button>
        </Group>
        {shown ? <ProfitChart days={shown.pnlData} /> : <Skeleton h={280} />}
      </Paper>
      <RecentTrades trades={shown?.recentTrades} onOpen={onOpen} />
    </>
  )
})
