import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { AdminDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import type { ReactNode } from 'react'
import { Facts } from '../../ui/figures/facts.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { AdminLinks } from './admin-links.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { TrendChart } from './trend-chart.tsx'

type Part = { overview: AdminDashboard }

export function AdminOverview({ overview }: Part) {
  return (
    <Stack gap="lg">
      <Cards overview={overview} />
      <AdminLinks />
      <TrendChart trends={overview.trends} />
      <RecentActivity logs={overview.recent_logs} trades={overview.recent_trades} />
    </Stack>
  )
}

const count = (value: number) => formatNumber(value)

function Cards({ overview }: Part) {
  const { users, bots, trading, subscriptions, system } = overview
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
      <Card
        title="Users"
        counts="People with an account"
        items={[
          ['Total users', count(users.total)],
          ['New today', count(users.new_today)],
          ['Verification rate', `${users.verification_rate}%`],
          ['Active today', count(users.active_today)],
        ]}
      />
      <Card
        title="Bots"
        counts="Bots of users whose plan is valid"
        items={[
          ['Total bots', count(bots.total)],
          ['Active bots', count(bots.active)],
          ['Success rate', `${bots.success_rate}%`],
          ['Paused / error', `${count(bots.paused)} / ${count(bots.error)}`],
        ]}
      />
      <Card
        title="Trading"
        counts="Orders of all users that were executed"
        items={[
          ['Trades today', count(trading.trades_today)],
          ["Today's P&L", <Profit key="today" amount={trading.total_pnl_today} />],
          ['Average P&L per trade', <Profit key="average" amount={trading.avg_pnl_per_trade} />],
          ['Trades in all', count(trading.total_trades)],
        ]}
      />
      <Card
        title="Subscriptions"
        counts="Plans that users have bought"
        items={[
          ['Active subscriptions', count(subscriptions.active)],
          ['Total revenue', formatRupees(subscriptions.total_revenue)],
          ['Active bot plans', count(subscriptions.bot_plans.active)],
          ['Machines', system.ec2_instances === null ? 'Unknown' : count(system.ec2_instances)],
        ]}
      />
    </SimpleGrid>
  )
}

type CardProps = { title: string; counts: string; items: readonly (readonly [string, ReactNode])[] }

function Card({ title, counts, items }: CardProps) {
  return (
    <Paper p="md" radius="lg" component="section" aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text size="xs" c="dimmed" mb={4}>
        {counts}
      </Text>
      <Facts items={items} />
    </Paper>
  )
}
