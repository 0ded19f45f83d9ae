import { SECOND_MS } from '@trading-bot/core/time'
import type { Clock } from '../ports/clock.ts'

/** Since when an engine that runs and reaches the database holds a shard. */
export type EnginePresence = {
  /** Asked every second. */
  readonly note: (shard: number, isServed: boolean) => void
  /** An engine is there, and has had the time to load the account, read its books and send a stop. */
  readonly isReady: (shard: number) => boolean
}

const READY_AFTER_MS = 10 * SECOND_MS

export function enginePresence(clock: Clock): EnginePresence {
  const sinceMs = new Map<number, number>()
  return {
    note: (shard, isServed) => {
      if (!isServed) sinceMs.delete(shard)
      else if (!sinceMs.has(shard)) sinceMs.set(shard, clock.nowMs())
    },
    isReady: (shard) => clock.nowMs() - (sinceMs.get(shard) ?? Infinity) >= READY_AFTER_MS,
  }
}
