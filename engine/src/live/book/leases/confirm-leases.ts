import type { Clock } from '../../../ports/clock.ts'
import type { Timers } from '../../../ports/timers.ts'
import type { Lease, LeaseHolder, ShardView } from './lease.ts'

/** So long after a confirmation the leases count as ours. Another engine takes them over no sooner than this. */
export const LEASE_TRUST_MS = 1_000
export const CONFIRM_EVERY_MS = 500
const AGAIN_MS = 200

export type LeaseConfirmation = {
  readonly confirm: () => Promise<ShardView>
  /** Whether the leases were confirmed within the last second. */
  readonly isFresh: () => boolean
  /** Resolves once they are, or when the engine has stopped. */
  readonly untilFresh: () => Promise<void>
}

type Setup = {
  readonly leaseHolder: LeaseHolder
  readonly clock: Clock
  readonly timers: Timers
  readonly leases: () => readonly Lease[]
  readonly trustMs: number
  readonly isStopped: () => boolean
  readonly onLost: () => void
}

/**
 * A process that was paused does not know it. So every call to a broker asks first whether the leases were confirmed
 * within the last second, counted from before the question was sent.
 */
export function confirmLeases({
  leaseHolder,
  clock,
  timers,
  leases,
  trustMs,
  isStopped,
  onLost,
}: Setup): LeaseConfirmation {
  let confirmed = { wallMs: -Infinity, monotonicMs: -Infinity }
  let asking: Promise<ShardView> | undefined
  const ask = async (): Promise<ShardView> => {
    const asked = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
    const view = await leaseHolder.confirm(leases())
    if (view.isStillOurs) confirmed = asked
    else onLost()
    return view
  }
  const confirm = (): Promise<ShardView> => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  const isFresh = () => {
    const ageMs = clock.nowMs() - confirmed.wallMs
    // A wall clock that was set back hides a pause, and one that never steps stands still while the machine sleeps.
    return ageMs >= 0 && ageMs <= trustMs && clock.monotonicMs() - confirmed.monotonicMs <= trustMs
  }
  return {
    confirm,
    isFresh,
    untilFresh: async () => {
      while (!isFresh() && !isStopped()) {
        await confirm().catch(() => new Promise<void>((resolve) => void timers.after(AGAIN_MS, resolve)))
      }
    },
  }
}
