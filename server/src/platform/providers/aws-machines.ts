// The instances of an AWS account. The SDK is large, so it is loaded on first use, and only where AWS is configured.
import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import type { EC2Client, Instance as Ec2Instance } from '@aws-sdk/client-ec2'
import type { Instance, InstanceAction } from '@trading-bot/contract/rest/operations/instances'
import type { Clock } from '../clock.ts'
import { readAwsUsage } from './aws-usage.ts'
import { type CloudMachines, CloudRefused, CloudUnreachable, type ControlOutcome } from './cloud-machines.ts'

export type AwsSettings = {
  readonly region: string
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const CONNECT_MS = 3_000
const ANSWER_MS = 8_000
const RECENT_MS = 15 * 60_000

export function awsMachines(settings: AwsSettings, clock: Clock): CloudMachines {
  const ec2 = lazy(async () => {
    const { EC2Client } = await import('@aws-sdk/client-ec2')
    return new EC2Client(clientSettings(settings))
  })
  const watch = lazy(async () => {
    const { CloudWatchClient } = await import('@aws-sdk/client-cloudwatch')
    return new CloudWatchClient(clientSettings(settings))
  })
  const describe = async (ids?: string[]) =>
    withNewestUsage(await describeAll(await ec2(), settings, ids), watch, clock)
  return {
    list: () => describe(),
    find: async (id) => (isInstanceId(id) ? (await describe([id]).catch(noneIfNotFound))[0] : undefined),
    control: async (id, action) => (isInstanceId(id) ? control(await ec2(), id, action) : { kind: 'gone' }),
    readUsage: async (since, machineId) => {
      const ids = machineId ? [machineId] : (await describeAll(await ec2(), settings)).map(({ id }) => id)
      return readAwsUsage(await watch(), ids, { since, until: clock.now() }).catch(asCloudError)
    },
  }
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

function clientSettings({ region, endpoint, accessKeyId, secretAccessKey }: AwsSettings) {
  return {
    region,
    ...(endpoint !== undefined && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  }
}

// A malformed id never reaches AWS, which answers some of them with the whole account.
function isInstanceId(id: string): boolean {
  return /^i-[0-9a-f]{8,17}$/.test(id)
}

async function describeAll(ec2: EC2Client, { region }: AwsSettings, ids?: string[]): Promise<Instance[]> {
  const { paginateDescribeInstances } = await import('@aws-sdk/client-ec2')
  const found: Instance[] = []
  try {
    for await (const page of paginateDescribeInstances({ client: ec2 }, ids ? { InstanceIds: ids } : {})) {
      const rows = (page.Reservations ?? []).flatMap(({ Instances }) => Instances ?? [])
      found.push(...rows.map((row) => instanceOf(row, region)))
    }
  } catch (error) {
    return asCloudError(error)
  }
  return found.sort((one, other) => one.name.localeCompare(other.name))
}

function instanceOf(row: Ec2Instance, region: string): Instance {
  const tag = (name: string) => row.Tags?.find(({ Key }) => Key === name)?.Value
  const cost = Number(tag('CostPerHour') ?? Number.NaN)
  return {
    id: row.InstanceId ?? '',
    name: tag('Name') ?? row.InstanceId ?? '',
    state: STATES[row.State?.Name ?? ''] ?? 'pending',
    type: row.InstanceType ?? '',
    public_ip: row.PublicIpAddress ?? null,
    private_ip: row.PrivateIpAddress ?? null,
    region: row.Placement?.AvailabilityZone ?? region,
    // EC2 does not report prices; operators who want them shown tag the instance with its price.
    cost_per_hour: Number.isFinite(cost) && cost >= 0 ? cost : null,
    launch_time: row.LaunchTime?.toISOString() ?? null,
    is_own: false,
    usage: { cpu: null, memory: null, disk: null },
  }
}

const STATES: Readonly<Record<string, Instance['state']>> = {
  pending: 'pending',
  running: 'running',
  'shutting-down': 'stopping',
  stopping: 'stopping',
  stopped: 'stopped',
  terminated: 'terminated',
}

/** The list is returned even when the metrics are unavailable. */
async function withNewestUsage(rows: Instance[], watch: () => Promise<CloudWatchClient>, clock: Clock) {
  const running = rows.filter(({ state }) => state === 'running').map(({ id }) => id)
  if (running.length === 0) return rows
  const now = clock.now()
  const span = { since: new Date(now.getTime() - RECENT_MS), until: now }
  const series = await readAwsUsage(await watch(), running, span).catch(() => [])
  const newest = new Map(series.map(({ machineId, points }) => [machineId, points.at(-1)]))
  return rows.map((row) => {
    const point = newest.get(row.id)
    return point ? { ...row, usage: { cpu: point.cpu, memory: point.memory, disk: point.disk } } : row
  })
}

async function control(ec2: EC2Client, id: string, action: InstanceAction): Promise<ControlOutcome> {
  const { RebootInstancesCommand, StartInstancesCommand, StopInstancesCommand } = await import('@aws-sdk/client-ec2')
  const input = { InstanceIds: [id] }
  try {
    if (action === 'start') await ec2.send(new StartInstancesCommand(input))
    else if (action === 'stop') await ec2.send(new StopInstancesCommand(input))
    else await ec2.send(new RebootInstancesCommand(input))
    return { kind: 'done' }
  } catch (error) {
    const { name, message } = error as Error
    if (isGone(error)) return { kind: 'gone' }
    if (REFUSING.has(name)) return { kind: 'refused', reason: message }
    return asCloudError(error)
  }
}

const REFUSING = new Set(['IncorrectInstanceState', 'UnsupportedOperation', 'OperationNotPermitted'])

function isGone(error: unknown): boolean {
  return (error as Error).name.startsWith('InvalidInstanceID')
}

function noneIfNotFound(error: unknown): [] {
  if (error instanceof CloudRefused && error.cause !== undefined && isGone(error.cause)) return []
  throw error
}

/** An answer with an error code is a rejection; anything else leaves the outcome unknown. */
function asCloudError(error: unknown): never {
  const { $fault, message, name } = error as Error & { $fault?: string }
  if ($fault === 'client' && name !== 'TimeoutError') throw new CloudRefused(message, { cause: error })
  throw new CloudUnreachable(`AWS does not answer: ${message}`, { cause: error })
}
