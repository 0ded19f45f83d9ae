import type {
  Instance,
  listCloudInstances as cloud,
  listInstances as list,
  readInstance as one,
  readInstanceMetrics as metrics,
} from '@trading-bot/contract/rest/operations/instances'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Deps } from '../../platform/http/context.ts'
import { refuseSilence } from './refuse-silence.ts'

export const listInstances: UseCase<typeof list> = async (context) => {
  const instances = await all(context)
  return instances instanceof Refusal ? instances : [...instances]
}

export const listCloudInstances: UseCase<typeof cloud> = async (context) => {
  const instances = await all(context)
  return instances instanceof Refusal ? instances : { success: true, instances: [...instances] }
}

async function all({ machines }: Deps): Promise<readonly Instance[] | Refusal> {
  return machines.list().catch(refuseSilence)
}

export const readInstance: UseCase<typeof one> = async ({ machines }, { id }) => {
  const found = await machines.find(id).catch(refuseSilence)
  return found ?? refuse('INSTANCE_GONE')
}

export const readInstanceMetrics: UseCase<typeof metrics> = async ({ machines, clock }, { hours, instance_id }) => {
  const since = new Date(clock.now().getTime() - hours * 3_600_000)
  const series = await machines.readUsage(since, instance_id).catch(refuseSilence)
  if (series instanceof Refusal) return series
  return {
    success: true,
    hours,
    metrics: series.map(({ machineId, points }) => ({
      instance_id: machineId,
      points: points.map(({ at, cpu, memory, disk }) => ({ at: at.toISOString(), cpu, memory, disk })),
    })),
  }
}
