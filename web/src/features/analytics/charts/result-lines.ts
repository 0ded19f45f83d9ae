import type { ChartOptions } from 'chart.js'
import { shortRupees, signedRupees } from './chart-texts.ts'

export const RUPEES_AXIS = {
  beginAtZero: true,
  border: { display: false },
  ticks: { callback: shortRupees, maxTicksLimit: 6, includeBounds: false },
}

type Axes = NonNullable<ChartOptions['scales']>

/** Lines of results by day: exact rupees under the pointer, few words around them. */
export function resultLines(axes: Axes): ChartOptions {
  return {
    interaction: { mode: 'index', intersect: false },
    plugins: {
      legend: { align: 'start', labels: { usePointStyle: true, pointStyle: 'line', padding: 20 } },
      tooltip: { callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${signedRupees(parsed.y ?? 0)}` } },
    },
    scales: {
      x: { grid: { display: false }, border: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 16 } },
      ...axes,
    },
  }
}
