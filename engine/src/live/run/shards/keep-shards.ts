import type { Cancel } from '../../../ports/timers.ts'
import { CONFIRM_EVERY_MS } from '../../book/leases/confirm-leases.ts'
import type { Lease, ShardView } from '../../book/leases/lease.ts'
import { addAccount } from '../accounts/add-account.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import { sessionStart } from '../scheduling/session-start.ts'
import { handOver } from './hand-over.ts'

/** Keeps the engine's fair share of the shards: claims free ones, and hands over what belongs to an engine that joined. */
export function keepShards(engine: LiveEngine): Cancel {
  let isBusy = false
  const look = async (): Promise<void> => {
    if (isBusy || engine.isStopped) return
    isBusy = true
    try {
      const view = await engine.confirmation.confirm()
      await engine.inTurn(() => balance(engine, view))
    } catch (error) {
      if (!engine.isStopped) engine.setup.onError('failed to confirm the shards', error)
    }
    isBusy = false
  }
  return engine.setup.timers.every(CONFIRM_EVERY_MS, () => {
    // Confirmed at each tick, even while shards are being loaded or handed over.
    if (isBusy) void engine.confirmation.confirm().catch(() => undefined)
    else void look()
  })
}

/** One step towards the fair share. */
export async function balance(engine: LiveEngine, { share, held: joined, free }: ShardView): Promise<void> {
  if (engine.isStopped) return
  engine.isResting = share === 0
  const unaware = joined.filter((shard) => !engine.leases.has(shard))
  if (unaware.length > 0) await engine.leaseHolder.release(unaware)
  const held = engine.leases.size
  if (held > share) await handOver(engine, await surplus(engine, held - share))
  if (held < share && free.length > 0) await takeOver(engine, free.slice(0, share - held))
}

/** Claims shards and restores their accounts; what cannot be loaded is given back. */
async function takeOver(engine: LiveEngine, shards: readonly number[]): Promise<void> {
  const leases = await engine.leaseHolder.claim(shards)
  if (leases.length === 0 || engine.isStopped) return
  engine.setup.telemetry?.onFenceChange('claimed', leases.length)
  for (const lease of leases) {
    engine.leases.set(lease.shard, lease)
    engine.loadingShards.add(lease.shard)
  }
  try {
    await load(engine, leases)
    for (const { shard } of leases) engine.loadingShards.delete(shard)
  } catch (error) {
    engine.setup.onError('failed to load the accounts of a shard', error)
    await handOver(
      engine,
      leases.map(({ shard }) => shard),
    )
  }
}

async function load(engine: LiveEngine, leases: readonly Lease[]): Promise<void> {
  const { store, timers } = engine.setup
  // A holder that was cut off may go on sending what it had recorded for as long as it trusts its lease. It records
  // nothing more, so that the accounts can be read meanwhile; but even if that fails, nothing is given away sooner.
  const untilSafeMs = Math.max(...leases.map((lease) => lease.untilSafeMs))
  const safe = new Promise<void>((resolve) => void timers.after(untilSafeMs, resolve))
  const [loaded] = await Promise.allSettled([store.load(leases, sessionStart(engine.setup)), untilSafeMs > 0 && safe])
  if (loaded.status === 'rejected') throw loaded.reason
  for (const stored of loaded.value) {
    if (engine.isStopped) return
    await addAccount(engine, stored)
  }
}

/** First the shards whose accounts another engine can send for and this one cannot, then a fair part of the others. */
async function surplus(engine: LiveEngine, count: number): Promise<readonly number[]> {
  const nearer = (await engine.leaseHolder.nearerElsewhere())
    .filter((shard) => engine.leases.has(shard))
    .slice(0, count)
  const others = [...engine.leases.keys()].filter((shard) => !nearer.includes(shard))
  return [...nearer, ...fairPart(engine, others, count - nearer.length)]
}

/** Of these shards in order of their accounts every so many, so that what is handed over is a fair part of the work. */
function fairPart({ accounts }: LiveEngine, shards: readonly number[], count: number): readonly number[] {
  const load = new Map(shards.map((shard) => [shard, 0]))
  for (const { instance } of accounts.values()) {
    const few = load.get(instance.shard)
    if (few !== undefined) load.set(instance.shard, few + 1)
  }
  const sorted = [...load].sort(([left, few], [right, many]) => few - many || left - right).map(([shard]) => shard)
  return Array.from({ length: count }, (_, index) => sorted[Math.floor(((index + 0.5) * sorted.length) / count)]!)
}
