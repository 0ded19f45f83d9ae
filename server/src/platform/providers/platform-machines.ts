// Without a cloud account: the machines that run the platform, as their own processes report them.
import type { Instance } from '@trading-bot/contract/rest/operations/instances'
import type { Selectable } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/client.ts'
import type { Machines } from '../db/tables.ts'
import type { CloudMachines, UsagePoint } from './cloud-machines.ts'

/** Machines report every minute: after three missed reports a machine counts as gone. */
const SILENT_MS = 3 * 60_000
const FORGOTTEN_MS = 7 * 86_400_000

export function platformMachines(db: Db, clock: Clock): CloudMachines {
  const list = async () => {
    const now = clock.now()
    const rows = await newestReports(db, new Date(now.getTime() - FORGOTTEN_MS))
    return rows.map((row) => instanceOf(row, now))
  }
  const find = async (id: string) => (await list()).find((machine) => machine.id === id)
  return {
    list,
    find,
    control: async (id) => ((await find(id)) ? { kind: 'own' } : { kind: 'gone' }),
    readUsage: (since, machineId) => readSeries(db, since, machineId),
  }
}

type Report = Selectable<Machines> & { cpu_percent: number; memory_percent: number; disk_percent: number | null }

async function newestReports(db: Db, since: Date): Promise<Report[]> {
  return db
    .selectFrom('machines')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('machine_samples')
          .select(['cpu_percent', 'memory_percent', 'disk_percent'])
          .whereRef('machine_samples.machine_id', '=', 'machines.id')
          .orderBy('at', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('machines')
    .select(['newest.cpu_percent', 'newest.memory_percent', 'newest.disk_percent'])
    .where('seen_at', '>', since)
    .orderBy('name')
    .execute()
}

function instanceOf(row: Report, now: Date): Instance {
  const isSilent = now.getTime() - row.seen_at.getTime() > SILENT_MS
  return {
    id: row.id,
    name: row.name,
    state: isSilent ? 'stopped' : 'running',
    type: row.type,
    public_ip: null,
    private_ip: row.private_ip,
    region: 'own machine',
    cost_per_hour: null,
    launch_time: row.started_at.toISOString(),
    is_own: true,
    usage: { cpu: row.cpu_percent, memory: row.memory_percent, disk: row.disk_percent },
  }
}

async function readSeries(db: Db, since: Date, machineId: string | undefined) {
  const rows = await db
    .selectFrom('machine_samples')
    .selectAll()
    .where('at', '>', since)
    .$if(machineId !== undefined, (query) => query.where('machine_id', '=', machineId ?? ''))
    .orderBy('machine_id')
    .orderBy('at')
    .execute()
  const series = new Map<string, UsagePoint[]>()
  for (const { machine_id, at, cpu_percent, memory_percent, disk_percent } of rows) {
    const points = series.get(machine_id) ?? []
    points.push({ at, cpu: cpu_percent, memory: memory_percent, disk: disk_percent })
    series.set(machine_id, points)
  }
  return [...series].map(([id, points]) => ({ machineId: id, points }))
}
