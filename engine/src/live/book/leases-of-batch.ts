import type { Book } from './book.ts'
import type { WriteBatch } from './live-store.ts'
import type { Lease } from './leases/lease.ts'

/** The leases of all accounts in the batch; undefined when one of them is no longer ours. */
export function leasesOfBatch(
  { shardOf, leases }: Pick<Book, 'shardOf' | 'leases'>,
  batch: WriteBatch,
): readonly Lease[] | undefined {
  const found = new Map<number, Lease>()
  for (const rows of Object.values(batch)) {
    for (const { instanceId } of rows) {
      const shard = shardOf.get(instanceId)
      if (shard !== undefined && found.has(shard)) continue
      const lease = shard === undefined ? undefined : leases.get(shard)
      if (!lease) return undefined
      found.set(lease.shard, lease)
    }
  }
  return [...found.values()]
}
