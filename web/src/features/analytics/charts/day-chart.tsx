import type { ChartConfiguration } from 'chart.js'
import { useCallback } from 'react'
import { formatShortDay } from '../../../lib/format.ts'
import { Chart } from '../../../ui/figures/chart.tsx'
import type { ChartColours } from '../../../ui/figures/chart-colours.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { pointsOf } from './points-of.ts'

export type DayChartProps = {
  label: string
  /** The unit, for the tooltip and the table. */
  unit: string
  kind: 'bar' | 'line'
  dates: readonly string[]
  /** Null for a day without this figure. */
  data: readonly (number | null)[]
  write: (value: number) => string
  /** Shorter, for the axis. */
  writeAxis?: (value: number) => string
  /** Bars above zero are gains, those below are losses. */
  isProfit?: boolean
  isPercent?: boolean
}

/** One figure a day. */
export function DayChart(props: DayChartProps) {
  const { label, unit, dates, data, write } = props
  const { kind, writeAxis, isProfit = false, isPercent = false } = props
  const configure = useCallback(
    (colours: ChartColours) =>
      configurationOf(
        { label, unit, dates, data, write, kind, isProfit, isPercent, writeAxis: writeAxis ?? write },
        colours,
      ),
    [label, unit, dates, data, write, kind, writeAxis, isProfit, isPercent],
  )
  if (dates.length === 0) {
    return <EmptyState title="Nothing to draw yet">{`${label} appears here after the first trades.`}</EmptyState>
  }
  const rows = dates.map((date, at) => [date, textOf(data[at] ?? null, write)])
  return <Chart label={label} values={{ columns: ['Day', unit], rows }} configure={configure} />
}

function textOf(value: number | null, write: (value: number) => string): string {
  return value === null ? '–' : write(value)
}

function configurationOf(
  options: Required<DayChartProps>,
  { line, soft, gain, loss }: ChartColours,
): ChartConfiguration {
  const { unit, kind, dates, data, write, writeAxis, isProfit, isPercent } = options
  const colour = isProfit ? data.map((value) => ((value ?? 0) < 0 ? loss : gain)) : line
  return {
    type: kind,
    data: {
      labels: dates.map(formatShortDay),
      datasets: [
        {
          label: unit,
          data: [...data],
          borderColor: colour,
          backgroundColor: kind === 'line' ? soft : colour,
          ...(kind === 'line'
            ? {
                ...pointsOf(dates.length),
                fill: 'origin',
                spanGaps: true,
              }
            : { borderRadius: 3, maxBarThickness: 28 }),
        },
      ],
    },
    options: {
      interaction: { mode: 'index', intersect: false },
      plugins: {
        legend: { display: false },
        tooltip: { callbacks: { label: ({ parsed }) => `${unit}: ${textOf(parsed.y, write)}` } },
      },
      scales: {
        x: { grid: { display: false }, border: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 16 } },
        y: {
          beginAtZero: true,
          ...(isPercent && { max: 100 }),
          border: { display: false },
          ticks: { maxTicksLimit: 6, precision: 0, callback: (value) => writeAxis(Number(value)) },
        },
      },
    },
  }
}
