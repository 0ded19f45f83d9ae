/** What the performance chart can show; each key is a list of the answer. */
export const METRICS = [
  { key: 'pnl', label: 'P&L', unit: 'P&L', kind: 'bar' },
  { key: 'trades', label: 'Trades', unit: 'Trades', kind: 'bar' },
  { key: 'successRate', label: 'Success Rate', unit: 'Success rate', kind: 'line' },
  { key: 'volume', label: 'Volume', unit: 'Bought and sold', kind: 'bar' },
] as const
export type Metric = (typeof METRICS)[number]['key']

export function metricOf(metric: Metric) {
  const found = METRICS.find(({ key }) => key === metric)
  if (!found) throw new Error(`no metric ${metric}`)
  return found
}
