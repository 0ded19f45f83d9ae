import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'
import { formatRupees } from '@trading-bot/core/money'
import type { ChartConfiguration } from 'chart.js'
import { useCallback } from 'react'
import { Chart } from '../../../ui/figures/chart.tsx'
import type { ChartColours } from '../../../ui/figures/chart-colours.ts'
import { ChartFigures } from './chart-figures.tsx'
import { count, percent, signedRupees } from './chart-texts.ts'
import { radarAxes } from './radar-axes.ts'

type Metrics = Analytics['performanceMetrics']

export function PerformanceRadar({ metrics }: { metrics: Metrics }) {
  const configure = useCallback((colours: ChartColours) => configurationOf(metrics, colours), [metrics])
  return (
    <>
      <Chart
        label="Performance Overview"
        heightPx={220}
        values={{
          columns: ['Axis', 'Value'],
          rows: radarAxes(metrics).map(([axis, value]) => [axis, value.toFixed(1)]),
        }}
        configure={configure}
      />
      <ChartFigures items={figuresOf(metrics)} />
    </>
  )
}

/** The figures themselves; the axes scale them to one hundred. */
function figuresOf({ winRate, avgTradePnl, sharpeRatio, maxDrawdown, totalTrades }: Metrics) {
  return [
    { label: 'Win Rate', value: percent(winRate) },
    { label: 'Avg P&L', value: signedRupees(avgTradePnl) },
    { label: 'Sharpe Ratio', value: sharpeRatio.toFixed(2).replace('-', '−') },
    { label: 'Max Drawdown', value: formatRupees(maxDrawdown) },
    { label: 'Trades', value: count(totalTrades) },
  ]
}

function configurationOf(metrics: Metrics, { line, soft, text, grid }: ChartColours): ChartConfiguration<'radar'> {
  const axes = radarAxes(metrics)
  return {
    type: 'radar',
    data: {
      labels: axes.map(([axis]) => axis),
      datasets: [
        {
          label: 'Performance',
          // Drawn clamped to the scale; the tooltip and the table show the exact value.
          data: axes.map(([, value]) => Math.min(100, Math.max(0, value))),
          borderColor: line,
          backgroundColor: soft,
          borderWidth: 2,
          pointRadius: 3,
          pointBackgroundColor: line,
        },
      ],
    },
    options: {
      plugins: {
        legend: { display: false },
        tooltip: { callbacks: { label: ({ dataIndex }) => (axes[dataIndex]?.[1] ?? 0).toFixed(1) } },
      },
      scales: {
        r: {
          min: 0,
          max: 100,
          ticks: { display: false, stepSize: 25 },
          grid: { color: grid },
          angleLines: { color: grid },
          pointLabels: { color: text, font: { size: 12 } },
        },
      },
    },
  }
}
