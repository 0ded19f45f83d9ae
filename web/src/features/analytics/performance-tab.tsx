import { Group, Paper, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type BotPerformance, readBotPerformance } from '@trading-bot/contract/rest/trading/analytics'
import type { Bot } from '@trading-bot/contract/rest/trading/bots'
import { useMemo, useState } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Facts } from '../../ui/figures/facts.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { AnalyticsFailure } from './analytics-failure.tsx'
import { count, percent, shortRupees, signedRupees } from './charts/chart-texts.ts'
import { DayChart } from './charts/day-chart.tsx'
import { HourChart } from './charts/hour-chart.tsx'

const REFETCH_AFTER_MS = 100

export type PerformanceTabProps = { bot: Bot | undefined; isPending: boolean }

/** What the performance chart can show; each key is a list of the answer. */
const METRICS = [
  { key: 'pnl', label: 'P&L', unit: 'P&L', kind: 'bar' },
  { key: 'trades', label: 'Trades', unit: 'Trades', kind: 'bar' },
  { key: 'successRate', label: 'Success Rate', unit: 'Success rate', kind: 'line' },
  { key: 'volume', label: 'Volume', unit: 'Bought and sold', kind: 'bar' },
] as const
type Metric = (typeof METRICS)[number]['key']

/** How the first bot did, day by day. */
export function PerformanceTab({ bot, isPending }: PerformanceTabProps) {
  const isPhone = useIsPhone()
  const [metric, setMetric] = useState<Metric>('pnl')
  const [debouncedMetric] = useDebouncedValue(metric, REFETCH_AFTER_MS)
  const spec = queryOf(readBotPerformance, { id: bot?.id ?? '' })
  const query = useQuery({
    ...spec,
    // The metric is part of the key, so changing it fetches again.
    queryKey: [...spec.queryKey, debouncedMetric],
    enabled: bot !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Performance">
      <Group justify="space-between" mb="lg">
        <div>
          <Title order={2}>{bot?.name ?? 'Performance'}</Title>
          <Text size="sm" c="dimmed">
            Results by India day, net of charges
          </Text>
        </div>
        <SegmentedControl
          aria-label="Metric"
          size={isPhone ? 'xs' : 'sm'}
          data={METRICS.map(({ key, label }) => ({ value: key, label }))}
          value={metric}
          onChange={(next) => setMetric(next as Metric)}
        />
      </Group>
      <AnalyticsFailure query={query} text="Failed to load performance data" />
      {query.data && bot ? (
        <Results performance={query.data} metric={metric} />
      ) : (isPending || query.isPending) && (isPending || bot) ? (
        <Skeleton h={420} radius="lg" aria-busy="true" />
      ) : query.isError ? null : (
        <NoData />
      )}
    </section>
  )
}

function NoData() {
  return <EmptyState title="No performance data available">Results appear here after the bot’s first trade.</EmptyState>
}

function Results({ performance, metric }: { performance: BotPerformance; metric: Metric }) {
  const { label, unit, kind } = metricOf(metric)
  // An older server may leave a list out.
  const dates = performance.dates ?? []
  const data = useMemo(() => performance[metric] ?? [], [performance, metric])
  const isMoney = metric === 'pnl' || metric === 'volume'
  const write = isMoney ? signed(metric) : metric === 'successRate' ? percent : count
  if (dates.length === 0) return <NoData />
  return (
    <Stack gap="md">
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
        <DayChart
          label={`Performance: ${label}`}
          unit={unit}
          kind={kind}
          dates={dates}
          data={data}
          write={write}
          {...(isMoney && { writeAxis: shortRupees })}
          isProfit={metric === 'pnl'}
          isPercent={metric === 'successRate'}
        />
      </Paper>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
          <Title order={3} mb="md">
            All time
          </Title>
          <Facts items={factsOf(performance)} />
        </Paper>
        <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" miw={0}>
          <Title order={3} mb="md">
            P&L by hour of the day
          </Title>
          <HourChart hours={performance.hourly_breakdown ?? []} />
        </Paper>
      </SimpleGrid>
    </Stack>
  )
}

function signed(metric: Metric) {
  return metric === 'pnl' ? signedRupees : plainRupees
}

const plainRupees = (value: number) => signedRupees(value).replace(/^\+/, '')

function factsOf({ overview, trade_intervals }: BotPerformance) {
  const { total_pnl, total_trades, success_rate, avg_interval_minutes } = overview
  return [
    ['Net P&L', <Profit key="pnl" amount={total_pnl} />],
    ['Executed orders', count(total_trades)],
    ['Success rate', percent(success_rate)],
    ['Between entries, on average', avg_interval_minutes === null ? 'N/A' : `${avg_interval_minutes} min`],
    ['Between the last two entries', gapText(trade_intervals?.at(-1)?.minutes)],
  ] as const
}

function metricOf(metric: Metric) {
  const found = METRICS.find(({ key }) => key === metric)
  if (!found) throw new Error(`no metric ${metric}`)
  return found
}

function gapText(minutes: number | undefined): string {
  if (minutes === undefined) return 'N/A'
  return minutes < 1 ? 'under a minute' : `${minutes} min`
}
