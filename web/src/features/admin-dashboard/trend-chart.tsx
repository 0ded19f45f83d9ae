import { Group, Paper, SegmentedControl, Title } from '@mantine/core'
import type { AdminDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import type { ChartConfiguration } from 'chart.js'
import { useCallback, useState } from 'react'
import { formatShort, formatShortDay } from '../../lib/format.ts'
import { Chart } from '../../ui/figures/chart.tsx'
import type { ChartColours } from '../../ui/figures/chart-colours.ts'

type Trends = AdminDashboard['trends']
type Kind = 'trades' | 'pnl' | 'users'
const LABELS: Readonly<Record<Kind, string>> = { trades: 'Trades', pnl: 'P&L', users: 'New users' }

/** Thirty days of one figure. */
export function TrendChart({ trends }: { trends: Trends }) {
  const [kind, setKind] = useState<Kind>('trades')
  const configure = useCallback((colours: ChartColours) => configurationOf(trends, kind, colours), [trends, kind])
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-label="Last 30 days" miw={0}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3">
          Last 30 days
        </Title>
        <SegmentedControl
          aria-label="Trend"
          data={Object.entries(LABELS).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(next) => setKind(next as Kind)}
        />
      </Group>
      <Chart
        label={`${LABELS[kind]}, last 30 days`}
        values={{
          columns: ['Day', LABELS[kind]],
          rows: pointsOf(trends, kind).map(([date, value]) => [date, write(kind, value)]),
        }}
        configure={configure}
      />
    </Paper>
  )
}

function pointsOf({ daily_trades, daily_pnl, daily_users }: Trends, kind: Kind): (readonly [string, number])[] {
  if (kind === 'trades') return daily_trades.map(({ date, trades }) => [date, trades])
  if (kind === 'pnl') return daily_pnl.map(({ date, pnl }) => [date, pnl])
  return daily_users.map(({ date, users }) => [date, users])
}

function write(kind: Kind, value: number): string {
  return kind === 'pnl' ? formatRupees(value) : formatNumber(value)
}

function configurationOf(trends: Trends, kind: Kind, { line, gain, loss }: ChartColours): ChartConfiguration {
  const points = pointsOf(trends, kind)
  return {
    type: 'bar',
    data: {
      labels: points.map(([date]) => formatShortDay(date)),
      datasets: [
        {
          label: LABELS[kind],
          data: points.map(([, value]) => value),
          backgroundColor: kind === 'pnl' ? points.map(([, value]) => (value < 0 ? loss : gain)) : line,
          borderRadius: 3,
          maxBarThickness: 24,
        },
      ],
    },
    options: {
      interaction: { mode: 'index', intersect: false },
      plugins: {
        legend: { display: false },
        tooltip: { callbacks: { label: ({ parsed }) => `${LABELS[kind]}: ${write(kind, parsed.y ?? 0)}` } },
      },
      scales: {
        x: { grid: { display: false }, border: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 16 } },
        y: {
          beginAtZero: true,
          border: { display: false },
          ticks: {
            precision: 0,
            maxTicksLimit: 6,
            callback: (value) =>
              `${Number(value) < 0 ? '−' : ''}${kind === 'pnl' ? '₹' : ''}${formatShort(Math.abs(Number(value)))}`,
          },
        },
      },
    },
  }
}
