import { FenceLost } from '../live/live-store.ts'
import { fairShare, type Lease, type Seat } from '../live/shards/lease.ts'
import { type MemoryOptions, type MemoryRows, type MemorySeat, pass } from './memory-rows.ts'

// A session without a sign of life for so long is ended by the others. Here patience never grows and nobody rests, so
// that takeovers come as early and as often as they ever can.
const SILENT_MS = 3_000

/** A seat among the engines, with the same guarantees as a session of the database. */
export async function takeSeat(rows: MemoryRows, options: MemoryOptions, onLost: () => void): Promise<Seat> {
  const { clock } = options
  await pass(options, 'join')
  const number = rows.seats.size + 1
  const capacity = options.isUneven ? 1 + (number % 2) : 1
  const seat: MemorySeat = { capacity, confirmedAtMs: clock.nowMs(), isConnected: true }
  rows.seats.set(number, seat)
  const connected = async (what: string): Promise<void> => {
    await pass(options, what)
    if (seat.isConnected) return
    onLost()
    throw new Error('the session is lost')
  }
  const letGo = (shards: Iterable<number>) => {
    for (const shard of shards) {
      const lease = rows.leases.get(shard)
      if (lease?.seat === number) lease.seat = null
    }
  }
  const held = () => [...rows.leases].filter(([, lease]) => lease.seat === number).map(([shard]) => shard)
  return {
    async confirm(leases) {
      await connected('confirm')
      seat.confirmedAtMs = clock.nowMs()
      for (const other of rows.seats.values()) {
        if (clock.nowMs() - other.confirmedAtMs > SILENT_MS) other.isConnected = false
      }
      const capacityOfAll = connectedSeats(rows).reduce((sum, [, other]) => sum + other.capacity, 0)
      const free = [...rows.leases].filter(([, lease]) => !isHeld(rows, lease)).map(([shard]) => shard)
      return {
        share: fairShare(capacity, capacityOfAll),
        held: held(),
        free,
        isStillOurs: leases.every((lease) => rows.leases.get(lease.shard)?.fence === lease.fence),
      }
    },
    async claim(shards) {
      await connected('claim')
      return shards.flatMap((shard) => claimOne(rows, shard, number))
    },
    async nearerElsewhere() {
      if (!options.isUneven) return []
      await connected('nearer elsewhere')
      const seats = connectedSeats(rows)
      return held().filter((shard) => seats[shard % seats.length]![0] !== number)
    },
    async release(shards) {
      await connected('release')
      letGo(shards)
    },
    async leave() {
      letGo(rows.leases.keys())
      seat.isConnected = false
    },
  }
}

function claimOne(rows: MemoryRows, shard: number, seat: number): readonly Lease[] {
  const before = rows.leases.get(shard)
  if (!before || isHeld(rows, before)) return []
  const fence = before.fence + 1
  rows.leases.set(shard, { fence, seat })
  return [{ shard, fence, wasAbandoned: before.seat !== null }]
}

function connectedSeats({ seats }: MemoryRows): readonly [number, MemorySeat][] {
  return [...seats].filter(([, { isConnected }]) => isConnected)
}

function isHeld({ seats }: MemoryRows, { seat }: { readonly seat: number | null }): boolean {
  return seat !== null && seats.get(seat)!.isConnected
}

export function checkFences(rows: MemoryRows, leases: readonly Lease[]): void {
  if (leases.some(({ shard, fence }) => rows.leases.get(shard)?.fence !== fence)) throw new FenceLost()
}
