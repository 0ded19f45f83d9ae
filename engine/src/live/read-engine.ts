import type { TickOutcome } from '../feed/instrument-feed.ts'
import type { Silence } from '../feed/run-feed.ts'
import type { LiveEngine } from './live-engine.ts'

/** A running engine's state in figures, read when somebody asks for its metrics. */
export type EngineReading = {
  readonly accounts: { readonly reconciled: number; readonly waiting: number }
  /** Batches that are not durable yet. */
  readonly writeBehindDepth: number
  /** The fewest orders that any account may still place within the hour; null without accounts. */
  readonly fewestOrdersLeft: number | null
  /** Instruments whose market is open, with the time since their last tick. */
  readonly silences: readonly Silence[]
  readonly tickCounts: Readonly<Record<TickOutcome, number>>
}

/** Null until all accounts are loaded and prices are subscribed to. */
export function readEngine({ accounts, feed, setup, writeBehindQueue }: LiveEngine): EngineReading | null {
  if (feed === null) return null
  const nowMs = setup.clock.nowMs()
  let reconciled = 0
  let fewest = Infinity
  for (const account of accounts.values()) {
    if (account.isReconciled) reconciled++
    fewest = Math.min(fewest, account.orderRateLimiter.left(nowMs))
  }
  return {
    accounts: { reconciled, waiting: accounts.size - reconciled },
    writeBehindDepth: writeBehindQueue.depth(),
    fewestOrdersLeft: Number.isFinite(fewest) ? fewest : null,
    silences: feed.silences(nowMs),
    tickCounts: feed.tickCounts,
  }
}
