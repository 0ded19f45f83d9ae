import { FenceLost } from '../live/book/live-store.ts'
import { CONFIRM_EVERY_MS, LEASE_TRUST_MS } from '../live/book/leases/confirm-leases.ts'
import { fairShare, type Lease, type LeaseHolder } from '../live/book/leases/lease.ts'
import { CALM_MS, patienceMs, REMEMBERED_MS, restMs } from '../live/book/leases/takeover-patience.ts'
import { watchSilence } from '../live/book/leases/watch-silence.ts'
import { type MemoryLease, type MemoryOptions, type MemoryRows, type MemoryLeaseHolder, pass } from './memory-rows.ts'

const LEAST_PATIENCE_MS = 3_000

/** A lease holder with the same guarantees as a session of the database. */
export async function holdLeases(rows: MemoryRows, options: MemoryOptions, onLost: () => void): Promise<LeaseHolder> {
  const { clock } = options
  await pass(options, 'join')
  const number = rows.leaseHolders.size + 1
  const capacity = options.isUneven ? 1 + (number % 2) : 1
  const nowMs = clock.monotonicMs()
  const restsUntilMs = nowMs + restOf(rows, nowMs)
  const own: MemoryLeaseHolder = { capacity, restsUntilMs, confirmedAtMs: nowMs, isConnected: true, wasEnded: false }
  const silence = watchSilence(CONFIRM_EVERY_MS)
  rows.leaseHolders.set(number, own)
  const connected = async (what: string): Promise<void> => {
    await pass(options, what)
    if (own.isConnected) return
    onLost()
    throw new Error('the session is lost')
  }
  const letGo = (shards: Iterable<number>) => {
    for (const shard of shards) {
      const lease = rows.leases.get(shard)
      if (lease?.leaseHolder === number) lease.leaseHolder = null
    }
  }
  return {
    async confirm(leases) {
      const askedMs = clock.monotonicMs()
      await connected('confirm')
      const answeredMs = clock.monotonicMs()
      own.confirmedAtMs = answeredMs
      const signs = signsOfOthers(rows, number)
      endSilent(rows, silence.look({ askedMs, answeredMs, signs }), answeredMs)
      return {
        share: shareOf(rows, number, answeredMs),
        held: shardsThat(rows, ({ leaseHolder }) => leaseHolder === number),
        free: shardsThat(rows, (lease) => !isHeld(rows, lease)),
        isStillOurs: leases.every((lease) => rows.leases.get(lease.shard)?.fence === lease.fence),
      }
    },
    async claim(shards) {
      await connected('claim')
      return shards.flatMap((shard) => claimOne(rows, shard, number, clock.monotonicMs()))
    },
    async nearerElsewhere() {
      if (!options.isUneven) return []
      await connected('nearer elsewhere')
      const holders = connectedHolders(rows)
      const held = shardsThat(rows, ({ leaseHolder }) => leaseHolder === number)
      return held.filter((shard) => holders[shard % holders.length]![0] !== number)
    },
    async release(shards) {
      await connected('release')
      letGo(shards)
    },
    async leave() {
      letGo(rows.leases.keys())
      own.isConnected = false
      if (own.wasEnded) rows.takeovers.unreturned++
    },
  }
}

function signsOfOthers(rows: MemoryRows, number: number): ReadonlyMap<number, string> {
  const others = connectedHolders(rows).filter(([one]) => one !== number)
  return new Map(others.map(([one, { confirmedAtMs }]) => [one, `${confirmedAtMs}`]))
}

function endSilent(rows: MemoryRows, silences: ReadonlyMap<number, number>, nowMs: number): void {
  for (const [number, silentMs] of silences)
    if (silentMs >= patienceMs(LEAST_PATIENCE_MS, recentTakeovers(rows, nowMs))) endHolder(rows, number, nowMs)
}

/** Every engine asks twice a second of its day, so that nothing is copied for it. */
function shardsThat({ leases }: MemoryRows, isWanted: (lease: MemoryLease) => boolean): readonly number[] {
  const shards: number[] = []
  leases.forEach((lease, shard) => {
    if (isWanted(lease)) shards.push(shard)
  })
  return shards
}

function shareOf(rows: MemoryRows, number: number, nowMs: number): number {
  const sharing = new Map(holdersThatShare(rows, nowMs))
  const capacityOfAll = [...sharing.values()].reduce((sum, { capacity }) => sum + capacity, 0)
  const own = sharing.get(number)
  return own ? fairShare(own.capacity, capacityOfAll) : 0
}

function claimOne(rows: MemoryRows, shard: number, leaseHolder: number, nowMs: number): readonly Lease[] {
  const before = rows.leases.get(shard)
  if (!before || isHeld(rows, before)) return []
  const fence = before.fence + 1
  const trustedUntilMs =
    before.leaseHolder === null ? -Infinity : rows.leaseHolders.get(before.leaseHolder)!.confirmedAtMs + LEASE_TRUST_MS
  const safeAtMs = Math.max(before.safeAtMs, trustedUntilMs)
  rows.leases.set(shard, { fence, leaseHolder, safeAtMs })
  return [{ shard, fence, untilSafeMs: Math.max(0, safeAtMs - nowMs) }]
}

function connectedHolders({ leaseHolders }: MemoryRows): readonly [number, MemoryLeaseHolder][] {
  return [...leaseHolders].filter(([, { isConnected }]) => isConnected)
}

/** Those that do not rest, or the one that has rested most. */
function holdersThatShare(rows: MemoryRows, nowMs: number): readonly [number, MemoryLeaseHolder][] {
  const byRest = connectedHolders(rows).toSorted(([, left], [, right]) => left.restsUntilMs - right.restsUntilMs)
  return byRest.filter(([, { restsUntilMs }], at) => at === 0 || restsUntilMs <= nowMs)
}

function endHolder({ leaseHolders, takeovers }: MemoryRows, number: number, nowMs: number): void {
  Object.assign(leaseHolders.get(number)!, { isConnected: false, wasEnded: true })
  takeovers.atMs.push(nowMs)
}

/** Whoever joins next is taken for the engine that has just lost its leases. */
function restOf({ takeovers }: MemoryRows, nowMs: number): number {
  if (takeovers.unreturned === 0) return 0
  takeovers.unreturned--
  return restMs(takeovers.atMs.filter((atMs) => nowMs - atMs < REMEMBERED_MS).length)
}

function recentTakeovers({ takeovers: { atMs } }: MemoryRows, nowMs: number): number {
  const isCalm = nowMs - (atMs.at(-1) ?? -Infinity) >= CALM_MS
  return isCalm ? 0 : atMs.filter((one) => nowMs - one < REMEMBERED_MS).length
}

function isHeld({ leaseHolders }: MemoryRows, { leaseHolder }: { readonly leaseHolder: number | null }): boolean {
  return leaseHolder !== null && leaseHolders.get(leaseHolder)!.isConnected
}

export function checkFences(rows: MemoryRows, leases: readonly Lease[]): void {
  if (leases.some(({ shard, fence }) => rows.leases.get(shard)?.fence !== fence)) throw new FenceLost()
}
