import { trailedStopPaise } from '../../../risk/protective-levels.ts'
import { SECOND_MS } from '../../../time.ts'
import type { Paise } from '../../../units.ts'
import type { LivePosition } from '../state/live-position.ts'
import { type ManagedAccount, slotOf } from '../state/managed-account.ts'
import { record } from '../state/want.ts'
import { followExit } from './follow-exit.ts'

// Every move is a call to the broker, so a stop follows in steps, and not at all when few calls are left.
const STEP_SHARE = 0.0025
const PAUSE_MS = 10 * SECOND_MS
const CALLS_KEPT = 200

/** The price at which the trailing stop is worth moving next; null without one. */
export function nextTrailPaise(account: ManagedAccount, { token, direction, stopPaise }: LivePosition): Paise | null {
  const { trailingStopBps } = account.core.rules.limits
  if (trailingStopBps === null || stopPaise === null || !slotOf(account, token)) return null
  const worthPaise = stopPaise * (1 + direction * STEP_SHARE)
  // The price whose trailed stop lies one step beyond today's.
  const nextPaise = (worthPaise * 10_000) / (10_000 - direction * trailingStopBps)
  return direction === 1 ? Math.ceil(nextPaise) : Math.floor(nextPaise)
}

/**
 * Moves the stop to where the last price puts it. Returns how long is to be waited for that: until the pause after the last
 * move is over, or as long where no calls are left or a tick is more than the move; 0 once it is done.
 */
export function trailStop(account: ManagedAccount, position: LivePosition): number {
  const { context, core, instance, orderRateLimiter } = account
  const { trailingStopBps } = core.rules.limits
  const { direction, exitReason, closedAtMs, token } = position
  const lastPaise = context.lastPaise.get(token)
  const slot = slotOf(account, token)
  if (trailingStopBps === null || exitReason !== null || closedAtMs !== null || lastPaise === undefined || !slot)
    return 0
  const waitMs = (position.trailedAtMs ?? -Infinity) + PAUSE_MS - context.nowMs
  if (waitMs > 0) return waitMs
  const stopPaise = trailedStopPaise(direction, lastPaise, trailingStopBps, slot.instrument.tickPaise)
  const hasCalls = instance.mode === 'PAPER' || orderRateLimiter.left(context.nowMs) >= CALLS_KEPT
  const isBetter = position.stopPaise !== null && direction * (stopPaise - position.stopPaise) > 0
  if (!hasCalls || !isBetter) return PAUSE_MS
  position.trailedAtMs = context.nowMs
  position.stopPaise = stopPaise
  record(account, { positions: [position] })
  followExit(account, position)
  return 0
}
