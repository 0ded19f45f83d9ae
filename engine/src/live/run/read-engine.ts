import type { TickOutcome } from '../../feed/instrument-feed.ts'
import type { Silence } from '../../feed/run-feed.ts'
import type { LiveEngine } from './engine/live-engine.ts'

/** Shards that this engine trades, those whose accounts it is loading, and whether it rests after it lost its leases. */
export type ShardReading = { readonly held: number; readonly loading: number; readonly isResting: boolean }

/** Nothing is held by an engine that has lost its leases, whatever it has not put away yet. */
export function readShards(engine: LiveEngine | undefined): ShardReading {
  if (!engine || engine.isStopped) return { held: 0, loading: 0, isResting: false }
  const loading = engine.loadingShards.size
  return { held: engine.leases.size - loading, loading, isResting: engine.isResting }
}

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

/** Null until all accounts are loaded and prices are subscribed to. A paper market of its own is computed and never late. */
export function readEngine({ accounts, markets, setup, writeBehindQueue }: LiveEngine): EngineReading | null {
  const { feed } = markets.real
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
    silences: feed.silences(),
    tickCounts: feed.tickCounts,
  }
}
