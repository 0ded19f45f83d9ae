import type { LiveEngine } from '../engine/live-engine.ts'
import type { RunningMarket } from '../engine/running-market.ts'

/**
 * Records what scripts keep over a restart, with the orders that they have just decided: a script that remembers an entry
 * and an engine that has not recorded it may miss it, but never enters twice.
 */
export function keepStates({ writeBehindQueue }: LiveEngine, { runners, followers }: RunningMarket): void {
  const strategyStates = [...runners.values()].flatMap(({ key, takeKept }) => {
    const [follower] = followers.get(key) ?? []
    const kept = follower && takeKept?.()
    return kept ? [{ instanceId: follower.instance.id, runnerKey: key, kept }] : []
  })
  if (strategyStates.length > 0) void writeBehindQueue.write({ strategyStates })
}
