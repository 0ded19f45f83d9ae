import type { Metrics } from '../platform/telemetry/metrics.ts'

/** The samples that are printed now, by name with labels, as `jobs_due` or `webhook_lag_seconds{webhook="payments"}`. */
export async function readMetrics(metrics: Metrics): Promise<ReadonlyMap<string, number>> {
  const lines = (await metrics.print()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))] as const
    }),
  )
}
