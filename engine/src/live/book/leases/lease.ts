// Bot instances are spread over shards, all instances of one user in the same. An engine trades the shards it holds.

export const SHARDS = 64

/** The right to trade a shard. The fence rises with every change of hands, and whoever has an older one writes nothing. */
export type Lease = {
  readonly shard: number
  readonly fence: number
  /**
   * For so long after the claim a holder before, which did not let go of it in order and may not have noticed that it is
   * the holder no more, may go on sending. At most `LEASE_TRUST_MS`, and 0 for one that was handed over.
   */
  readonly untilSafeMs: number
}

/** Who holds what, in the eyes of one engine. */
export type ShardView = {
  /** How many shards this engine is to hold. */
  readonly share: number
  /** False when one of our leases has gone to another engine. */
  readonly isStillOurs: boolean
  /** Shards that this engine holds, of which a claim or a release without an answer may have left the engine unaware. */
  readonly held: readonly number[]
  /** Shards that nobody holds. */
  readonly free: readonly number[]
}

/** A part of the shards by capacity among all engines that are alive; rounded up, so that none stays free. */
export function fairShare(capacity: number, capacityOfAll: number): number {
  return Math.ceil((SHARDS * capacity) / capacityOfAll)
}

/** An engine's place among the others. What it holds ends with its session. */
export type LeaseHolder = {
  /** Tells that this engine is alive and asks whether its leases are still its own; rejects once the session is lost. */
  readonly confirm: (leases: readonly Lease[]) => Promise<ShardView>
  /** As many of these shards as nobody else has claimed meanwhile. */
  readonly claim: (shards: readonly number[]) => Promise<readonly Lease[]>
  /**
   * Of the shards that this engine holds those whose live accounts trade from addresses of other engines and not from its
   * own, the most accounts first. Asked only when shards are to be handed over, because it reads the accounts.
   */
  readonly nearerElsewhere: () => Promise<readonly number[]>
  readonly release: (shards: readonly number[]) => Promise<void>
  /** Gives up every shard and leaves; never rejects. */
  readonly leave: () => Promise<void>
}
