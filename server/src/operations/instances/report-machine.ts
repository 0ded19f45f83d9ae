import type { Db } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import {
  describeOwnMachine,
  openGauge,
  outboundAddressesOf,
  type OwnMachine,
  type OwnUsage,
} from '../../platform/providers/own-machine.ts'
import { recordLog } from '../../platform/logs/record-log.ts'

const EVERY_MS = 60_000
const KEPT_MS = 7 * 86_400_000
const FULL_PERCENT = 80

/** Reports this process's machine now and every minute; a failed report never stops the process. */
export async function reportMachine(
  deps: Deps,
  { tradesHere, onError }: { readonly tradesHere: boolean; readonly onError: (error: unknown) => void },
): Promise<{ stop: () => void }> {
  const gauge = openGauge(deps.config.dataDir)
  let last: OwnUsage | undefined
  const report = async () => {
    const usage = await gauge.read()
    await saveUsageReport(deps, describeOwnMachine(deps.clock.now()), usage, last)
    if (tradesHere) await saveOutboundAddresses(deps)
    last = usage
  }
  await report().catch(onError)
  const timer = setInterval(() => void report().catch(onError), EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

export async function saveUsageReport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  machine: OwnMachine,
  usage: OwnUsage,
  last: OwnUsage | undefined,
): Promise<void> {
  const now = clock.now()
  const isNew = await saveReport(db, machine, usage, now)
  const details = { instance_id: machine.id, ...usage }
  if (isNew) await recordLog(db, now, { level: 'INFO', category: 'aws', message: `${machine.name} reported`, details })
  for (const kind of ['cpu', 'memory', 'disk'] as const) {
    // Logged only on the rise: a machine that stays full is logged once.
    const isCrossed = (usage[kind] ?? 0) >= FULL_PERCENT && (last?.[kind] ?? 0) < FULL_PERCENT
    if (!isCrossed) continue
    const message = `${machine.name}: ${kind} at ${usage[kind]} %`
    await recordLog(db, now, { level: 'WARNING', category: 'aws', message, details })
  }
}

/** The egress addresses of this machine; only a process that trades reports them. */
export async function saveOutboundAddresses({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const { id } = describeOwnMachine(clock.now())
  const outbound = [...outboundAddressesOf(config.outboundAddresses).keys()]
  await db.updateTable('machines').set({ outbound_addresses: outbound }).where('id', '=', id).execute()
}

/** True when the machine is new, or has restarted. */
async function saveReport(db: Db, machine: OwnMachine, usage: OwnUsage, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { id, name, type, privateIp, startedAt } = machine
    const known = await tx.selectFrom('machines').select('started_at').where('id', '=', id).executeTakeFirst()
    const fresh = { name, type, private_ip: privateIp, started_at: startedAt, seen_at: now }
    await tx
      .insertInto('machines')
      .values({ id, ...fresh })
      .onConflict((on) => on.column('id').doUpdateSet(fresh))
      .execute()
    await tx
      .insertInto('machine_samples')
      .values({
        machine_id: id,
        at: now,
        cpu_percent: usage.cpu,
        memory_percent: usage.memory,
        disk_percent: usage.disk,
      })
      // Two processes of one machine may report in the same millisecond: one of the two is enough.
      .onConflict((on) => on.doNothing())
      .execute()
    const old = new Date(now.getTime() - KEPT_MS)
    await tx.deleteFrom('machine_samples').where('at', '<', old).execute()
    // The start time is computed as now minus uptime, which differs by milliseconds between readings.
    return !known || Math.abs(known.started_at.getTime() - startedAt.getTime()) > EVERY_MS
  })
}
