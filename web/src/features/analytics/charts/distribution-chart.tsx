import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'
import type { ChartConfiguration } from 'chart.js'
import { useCallback } from 'react'
import { Chart, type ChartColours } from '../../../ui/figures/chart.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

type Counts = Analytics['tradeDistribution']

export function DistributionChart({ counts }: { counts: Counts }) {
  const { profitable, losing, breakeven } = counts
  const configure = useCallback(
    (colours: ChartColours) => configurationOf([profitable, losing, breakeven], colours),
    [profitable, losing, breakeven],
  )
  const total = profitable + losing + breakeven
  if (total === 0) {
    return (
      <EmptyState title="Nothing to draw yet">Winning and losing exits are held against each other here.</EmptyState>
    )
  }
  const row = (name: string, count: number) => [name, `${count} (${Math.round((count / total) * 100)}%)`]
  return (
    <Chart
      label="Trade Distribution"
      values={{
        columns: ['Kind', 'Exits'],
        rows: [row('Profitable', profitable), row('Losing', losing), row('Breakeven', breakeven)],
      }}
      configure={configure}
    />
  )
}

function configurationOf(
  data: number[],
  { gain, loss, second, surface }: ChartColours,
): ChartConfiguration<'doughnut'> {
  return {
    type: 'doughnut',
    data: {
      labels: ['Profitable', 'Losing', 'Breakeven'],
      datasets: [{ data, backgroundColor: [gain, loss, second], borderColor: surface, borderWidth: 2 }],
    },
    options: {
      cutout: '68%',
      plugins: {
        legend: { position: 'bottom', labels: { boxWidth: 10, boxHeight: 10, padding: 16 } },
        tooltip: { callbacks: { label: ({ label, parsed }) => `${label}: ${parsed} exits` } },
      },
    },
  }
}
