import type { Today } from '@trading-bot/contract/rest/trading/dashboards'
import { formatRupees } from '@trading-bot/core/money'
import type { ChartConfiguration } from 'chart.js'
import { useCallback, useMemo } from 'react'
import { formatClock } from '../../../lib/format.ts'
import { Chart, type ChartColours } from '../../../ui/figures/chart.tsx'

type Curve = Today['curve']
type Props = { curve: Curve; capital: number; heightPx: number }

// A few points are marked, so that two of them do not read as a trend.
const MARKED_POINTS = 12
// A result of a few rupees stays a small one on the axis.
const SMALLEST_SHARE_OF_CAPITAL = 0.0005

/** The result of this session after each order; the last point is the result now, with open positions. */
export function TodayCurve({ curve, capital, heightPx }: Props) {
  // Every poll brings an equal curve with a later last point; only a change of it draws again.
  const key = JSON.stringify(curve)
  const stable = useMemo(() => JSON.parse(key) as Curve, [key])
  const configure = useCallback((colours: ChartColours) => configurationOf(stable, capital, colours), [stable, capital])
  return (
    <Chart
      label="Today’s result"
      heightPx={heightPx}
      values={{
        columns: ['Time', 'Net P&L'],
        rows: stable.map(({ at, net }) => [formatClock(at), formatRupees(net)]),
      }}
      configure={configure}
    />
  )
}

function configurationOf(curve: Curve, capital: number, { line, soft }: ChartColours): ChartConfiguration {
  const points = curve.map(({ at, net }) => ({ x: Date.parse(at), y: net }))
  const least = Math.max(1, capital * SMALLEST_SHARE_OF_CAPITAL)
  return {
    type: 'line',
    data: {
      datasets: [
        {
          label: 'Net P&L',
          data: points,
          parsing: false,
          borderColor: line,
          backgroundColor: soft,
          fill: 'origin',
          borderWidth: 2,
          tension: 0,
          pointRadius: points.length > MARKED_POINTS ? 0 : 2.5,
          pointHitRadius: 12,
          pointBackgroundColor: line,
        },
      ],
    },
    options: {
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: {
            title: ([item]) => (item ? formatClock(item.parsed.x) : ''),
            label: ({ parsed }) => formatRupees(parsed.y ?? 0),
          },
        },
      },
      scales: {
        x: {
          type: 'linear',
          min: points[0]?.x ?? 0,
          max: points.at(-1)?.x ?? 0,
          grid: { display: false },
          border: { display: false },
          ticks: { maxTicksLimit: 5, maxRotation: 0, callback: (value) => formatClock(Number(value)).slice(0, 5) },
        },
        y: {
          position: 'right',
          suggestedMin: -least,
          suggestedMax: least,
          border: { display: false },
          ticks: { maxTicksLimit: 4, callback: (value) => formatRupees(Number(value)).replace(/\.00$/, '') },
        },
      },
    },
  }
}
