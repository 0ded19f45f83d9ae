import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'
import type { ChartConfiguration } from 'chart.js'
import { useCallback } from 'react'
import { formatShortDay } from '../../../lib/format.ts'
import { Chart } from '../../../ui/figures/chart.tsx'
import type { ChartColours } from '../../../ui/figures/chart-colours.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { pointsOf } from './points-of.ts'
import { resultLines, RUPEES_AXIS } from './result-lines.ts'
import { sharedZero } from './shared-zero.ts'
import { signedRupees } from './chart-texts.ts'

type Days = Analytics['pnlData']

/** Each day's result on the left axis, the running total on the right one. */
export function ProfitChart({ days }: { days: Days }) {
  const configure = useCallback((colours: ChartColours) => configurationOf(days, colours), [days])
  if (days.length === 0) {
    return <EmptyState title="No results yet">Days with trades appear here as a line.</EmptyState>
  }
  return (
    <Chart
      label="P&L Analysis"
      heightPx={280}
      values={{
        columns: ['Day', 'Daily P&L', 'Cumulative P&L'],
        rows: days.map(({ date, pnl, cumulative }) => [date, signedRupees(pnl), signedRupees(cumulative)]),
      }}
      configure={configure}
    />
  )
}

function configurationOf(days: Days, { line, soft, second }: ChartColours): ChartConfiguration {
  const points = pointsOf(days.length)
  const pnl = days.map((day) => day.pnl)
  const cumulative = days.map((day) => day.cumulative)
  const [left, right] = sharedZero(pnl, cumulative)
  return {
    type: 'line',
    data: {
      labels: days.map(({ date }) => formatShortDay(date)),
      datasets: [
        {
          label: 'Daily P&L',
          data: pnl,
          yAxisID: 'y',
          borderColor: second,
          backgroundColor: second,
          ...points,
          borderDash: [4, 3],
        },
        {
          label: 'Cumulative P&L',
          data: cumulative,
          yAxisID: 'y1',
          borderColor: line,
          backgroundColor: soft,
          fill: 'origin',
          ...points,
        },
      ],
    },
    options: resultLines({
      y: { ...RUPEES_AXIS, ...left, position: 'left' },
      y1: { ...RUPEES_AXIS, ...right, position: 'right', grid: { drawOnChartArea: false } },
    }),
  }
}
