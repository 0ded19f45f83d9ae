import { Text } from '@mantine/core'
import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'
import { formatRupees } from '@trading-bot/core/money'
import type { ChartConfiguration } from 'chart.js'
import { useCallback, useMemo } from 'react'
import { formatShortDay } from '../../../lib/format.ts'
import { Chart } from '../../../ui/figures/chart.tsx'
import type { ChartColours } from '../../../ui/figures/chart-colours.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { signedRupees } from './chart-texts.ts'
import { drawdowns, type EquityDay } from './drawdowns.ts'
import { pointsOf } from './points-of.ts'
import { resultLines, RUPEES_AXIS } from './result-lines.ts'

/** The running result with its falls below its highest point. */
export function EquityChart({ days }: { days: Analytics['pnlData'] }) {
  const points = useMemo(() => drawdowns(days), [days])
  const configure = useCallback((colours: ChartColours) => configurationOf(points, colours), [points])
  if (points.length === 0) {
    return <EmptyState title="No results yet">The running result appears here after the first exit.</EmptyState>
  }
  const deepest = points.reduce((low, point) => (point.drawdown < low.drawdown ? point : low))
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {deepest.drawdown === 0
          ? 'No drawdown in this period.'
          : `Deepest drawdown ${formatRupees(-deepest.drawdown)}, on ${formatShortDay(deepest.date)}`}
      </Text>
      <Chart
        label="Equity and Drawdown"
        values={{
          columns: ['Day', 'Result so far', 'Drawdown'],
          rows: points.map(({ date, equity, drawdown }) => [date, signedRupees(equity), signedRupees(drawdown)]),
        }}
        configure={configure}
      />
    </>
  )
}

function configurationOf(points: readonly EquityDay[], { line, soft, loss }: ChartColours): ChartConfiguration {
  const shared = pointsOf(points.length)
  return {
    type: 'line',
    data: {
      labels: points.map(({ date }) => formatShortDay(date)),
      datasets: [
        {
          label: 'Result so far',
          data: points.map(({ equity }) => equity),
          borderColor: line,
          backgroundColor: soft,
          fill: 'origin',
          ...shared,
        },
        {
          label: 'Drawdown',
          data: points.map(({ drawdown }) => drawdown),
          borderColor: loss,
          backgroundColor: loss,
          ...shared,
          borderDash: [4, 3],
          borderWidth: 1.5,
        },
      ],
    },
    options: resultLines({ y: RUPEES_AXIS }),
  }
}
