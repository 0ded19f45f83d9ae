import type { AdminDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import type { Instance } from '@trading-bot/contract/rest/operations/instances'
import { HOUR_MS } from '@trading-bot/core/time'
import { rememberSlow } from '../../platform/db/remember-slow.ts'
import { startOf, today } from '../../trading/analytics/index.ts'
import type { Deps } from '../../platform/http/context.ts'

type Machines = Pick<AdminDashboard['system'], 'ec2_instances' | 'cost_today'>

const PATIENCE_MS = 200
const UNKNOWN: Machines = { ec2_instances: null, cost_today: null }
const memories = new WeakMap<object, ReturnType<typeof rememberSlow<Machines>>>()

/** A cloud that is slow or does not answer must not block the dashboard: its figures are unknown meanwhile. */
export async function readMachines({ machines, clock }: Pick<Deps, 'machines' | 'clock'>): Promise<Machines> {
  const memory = memories.get(machines) ?? rememberSlow<Machines>()
  memories.set(machines, memory)
  const answered = memory('machines', clock, async () => figuresOf(await machines.list(), clock.now()))
  const patience = new Promise<Machines>((resolve) => setTimeout(resolve, PATIENCE_MS, UNKNOWN).unref())
  return Promise.race([answered.catch(() => UNKNOWN), patience])
}

function figuresOf(list: readonly Instance[], now: Date): Machines {
  const midnightMs = startOf(today(now)).getTime()
  const costs = list
    .filter(({ state }) => state === 'running')
    .map(({ cost_per_hour, launch_time }) => {
      const sinceMs = Math.max(midnightMs, launch_time ? Date.parse(launch_time) : midnightMs)
      return cost_per_hour === null ? null : (cost_per_hour * Math.max(0, now.getTime() - sinceMs)) / HOUR_MS
    })
  const total = costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0 as number | null)
  return { ec2_instances: list.length, cost_today: total === null ? null : Math.round(total * 100) / 100 }
}
