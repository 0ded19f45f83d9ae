import type { BotPerformance } from '@trading-bot/contract/rest/trading/analytics'
import type { ChartConfiguration } from 'chart.js'
import { useCallback } from 'react'
import { Chart } from '../../../ui/figures/chart.tsx'
import type { ChartColours } from '../../../ui/figures/chart-colours.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { shortRupees, signedRupees } from './chart-texts.ts'

type Hours = BotPerformance['hourly_breakdown']

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export function HourChart({ hours }: { hours: Hours }) {
  const configure = useCallback((colours: ChartColours) => configurationOf(hours, colours), [hours])
  if (hours.length === 0)
    return <EmptyState title="Nothing to draw yet">Exits are sorted by their hour here.</EmptyState>
  return (
    <Chart
      label="P&L by hour"
      heightPx={220}
      values={{
        columns: ['Hour (India)', 'P&L', 'Exits', 'Wins'],
        rows: hours.map(({ hour, pnl, trades, wins }) => [
          hourText(hour),
          signedRupees(pnl),
          String(trades),
          String(wins),
        ]),
      }}
      configure={configure}
    />
  )
}

function configurationOf(hours: Hours, { gain, loss }: ChartColours): ChartConfiguration {
  return {
    type: 'bar',
    data: {
      labels: hours.map(({ hour }) => hourText(hour)),
      datasets: [
        {
          label: 'P&L',
          data: hours.map(({ pnl }) => pnl),
          backgroundColor: hours.map(({ pnl }) => (pnl < 0 ? loss : gain)),
          borderRadius: 3,
          maxBarThickness: 28,
        },
      ],
    },
    options: {
      interaction: { mode: 'index', intersect: false },
      plugins: {
        legend: { display: false },
        tooltip: {
          callbacks: {
            label: ({ dataIndex, parsed }) =>
              `${signedRupees(parsed.y ?? 0)} in ${hours[dataIndex]?.trades ?? 0} exits`,
          },
        },
      },
      scales: {
        x: { grid: { display: false }, border: { display: false }, ticks: { maxRotation: 0 } },
        y: { border: { display: false }, ticks: { callback: shortRupees, maxTicksLimit: 6 } },
      },
    },
  }
}
