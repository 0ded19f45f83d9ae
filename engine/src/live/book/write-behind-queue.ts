import type { Timers } from '../../ports/timers.ts'
import type { Lease } from './leases/lease.ts'
import { FenceLost, type LiveStore, type WriteBatch, type Written } from './live-store.ts'

export type WriteBehindQueue = {
  /** Resolves once the batch is durable, after any number of retries; never if another engine has claimed them. */
  readonly write: (batch: Partial<WriteBatch>) => Promise<Written>
  /** True when nothing is waiting to be written. */
  readonly isIdle: () => boolean
  /** Batches that are not durable yet. */
  readonly depth: () => number
}

type Setup = {
  readonly store: LiveStore
  /** The leases under which the batch is written; undefined when one of them is no longer ours. */
  readonly leasesOf: (batch: WriteBatch) => readonly Lease[] | undefined
  readonly timers: Timers
  readonly onFenceLost: () => void
  /** Called once per database outage. */
  readonly onError: (error: unknown) => void
}

type Waiting = { readonly batch: Partial<WriteBatch>; readonly done: (written: Written) => void }

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** Writes one transaction at a time; batches that arrive meanwhile are merged into the next one. */
export function writeBehindQueue({ store, leasesOf, timers, onFenceLost, onError }: Setup): WriteBehindQueue {
  let waiting: Waiting[] = []
  let isWriting = false
  let writing = 0

  const writeNext = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = waiting
      waiting = []
      writing = taken.length
      const written = await writeDurably(merge(taken.map(({ batch }) => batch)))
      if (!written) return
      for (const { done } of taken) done(written)
    }
    isWriting = false
    writing = 0
  }
  const writeDurably = async (batch: WriteBatch): Promise<Written | null> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const leases = leasesOf(batch)
        if (!leases) throw new FenceLost('a shard of the batch is no longer held')
        return await store.write(leases, batch)
      } catch (error) {
        if (error instanceof FenceLost) {
          onFenceLost()
          return null
        }
        if (pauseMs === FIRST_PAUSE_MS) onError(error)
        await new Promise<void>((resolve) => void timers.after(pauseMs, resolve))
      }
    }
  }

  return {
    write: (batch) =>
      new Promise((done) => {
        waiting.push({ batch: asOfNow(batch), done })
        if (isWriting) return
        isWriting = true
        // Waits one microtask, so that writes of the same synchronous step share a transaction.
        void Promise.resolve().then(writeNext)
      }),
    isIdle: () => !isWriting && waiting.length === 0,
    depth: () => waiting.length + writing,
  }
}

/**
 * Copies the batch, because the engine changes these objects while a write waits or is retried: after a crash, an
 * order's final state without its fills would be wrong.
 */
function asOfNow(batch: Partial<WriteBatch>): Partial<WriteBatch> {
  return {
    ...batch,
    ...(batch.changedOrders && { changedOrders: batch.changedOrders.map((order) => ({ ...order })) }),
    ...(batch.positions && { positions: batch.positions.map((position) => ({ ...position })) }),
  }
}

function merge(batches: readonly Partial<WriteBatch>[]): WriteBatch {
  const all = <Key extends keyof WriteBatch>(key: Key) => batches.flatMap((batch) => [...(batch[key] ?? [])])
  return {
    newOrders: all('newOrders') as WriteBatch['newOrders'],
    sendings: all('sendings') as WriteBatch['sendings'],
    changedOrders: newestOf(all('changedOrders') as WriteBatch['changedOrders']),
    newFills: all('newFills') as WriteBatch['newFills'],
    positions: newestOf(all('positions') as WriteBatch['positions']),
    stoppedDays: all('stoppedDays') as WriteBatch['stoppedDays'],
    notices: all('notices') as WriteBatch['notices'],
    strategyStates: all('strategyStates') as WriteBatch['strategyStates'],
  }
}

function newestOf<T extends { readonly id: string }>(rows: readonly T[]): readonly T[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
