import type { CloudWatchClient, MetricDataQuery, MetricDataResult } from '@aws-sdk/client-cloudwatch'
import type { UsagePoint, UsageSeries } from './cloud-machines.ts'

type Span = { readonly since: Date; readonly until: Date }

/** CPU is EC2's own metric; memory and disk exist where CloudWatch's agent runs. */
const METRICS = {
  cpu: { Namespace: 'AWS/EC2', MetricName: 'CPUUtilization' },
  memory: { Namespace: 'CWAgent', MetricName: 'mem_used_percent' },
  disk: { Namespace: 'CWAgent', MetricName: 'disk_used_percent' },
} as const
type Kind = keyof typeof METRICS
const KINDS = Object.keys(METRICS) as Kind[]

/** CloudWatch accepts 500 queries per request. */
const MOST_MACHINES = 160

export async function readAwsUsage(
  watch: CloudWatchClient,
  ids: readonly string[],
  { since, until }: Span,
): Promise<UsageSeries[]> {
  const { GetMetricDataCommand } = await import('@aws-sdk/client-cloudwatch')
  const machines = ids.slice(0, MOST_MACHINES)
  if (machines.length === 0) return []
  const hours = (until.getTime() - since.getTime()) / 3_600_000
  const periodS = hours > 24 ? 3600 : 300
  const results: MetricDataResult[] = []
  let token: string | undefined
  do {
    const answer = await watch.send(
      new GetMetricDataCommand({
        StartTime: since,
        EndTime: until,
        ScanBy: 'TimestampAscending',
        MetricDataQueries: machines.flatMap((id, at) => KINDS.map((kind) => queryOf(id, at, kind, periodS))),
        ...(token !== undefined && { NextToken: token }),
      }),
    )
    results.push(...(answer.MetricDataResults ?? []))
    token = answer.NextToken
  } while (token !== undefined)
  return machines.map((machineId, at) => ({ machineId, points: pointsOf(results, at) }))
}

function queryOf(id: string, at: number, kind: Kind, periodS: number): MetricDataQuery {
  const Dimensions = [{ Name: 'InstanceId', Value: id }]
  return {
    Id: `${kind}_${at}`,
    MetricStat: { Metric: { ...METRICS[kind], Dimensions }, Period: periodS, Stat: 'Average' },
  }
}

function pointsOf(results: readonly MetricDataResult[], at: number): UsagePoint[] {
  const points = new Map<number, UsagePoint>()
  for (const kind of KINDS) {
    for (const { Timestamps = [], Values = [] } of results.filter(({ Id }) => Id === `${kind}_${at}`)) {
      for (const [index, time] of Timestamps.entries()) {
        const known = points.get(time.getTime()) ?? { at: time, cpu: null, memory: null, disk: null }
        points.set(time.getTime(), { ...known, [kind]: Values[index] ?? null })
      }
    }
  }
  return [...points.values()].sort((one, other) => one.at.getTime() - other.at.getTime())
}
