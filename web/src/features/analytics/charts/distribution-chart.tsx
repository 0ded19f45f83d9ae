import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'
import type { ChartConfiguration } from 'chart.js'
import { formatNumber } from '@trading-bot/core/format-number'
import { useCallback } from 'react'
import { Chart } from '../../../ui/figures/chart.tsx'
import type { ChartColours } from '../../../ui/figures/chart-colours.ts'
import { ChartFigures } from './chart-figures.tsx'
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
  const share = (count: number) => `${formatNumber(count)} (${Math.round((count / total) * 100)}%)`
  const figures = [
    { label: 'Profitable', value: share(profitable), kind: 'gain' },
    { label: 'Losing', value: share(losing), kind: 'loss' },
    { label: 'Breakeven', value: share(breakeven), kind: 'second' },
  ] as const
  return (
    <>
      <Chart
        label="Trade Distribution"
        heightPx={220}
        values={{ columns: ['Kind', 'Exits'], rows: figures.map(({ label, value }) => [label, value]) }}
        configure={configure}
      />
      <ChartFigures items={figures} />
    </>
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
        legend: { display: false },
        tooltip: { callbacks: { label: ({ label, parsed }) => `${label}: ${parsed} exits` } },
      },
    },
  }
}
