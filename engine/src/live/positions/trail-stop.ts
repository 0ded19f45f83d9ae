import { trailedStopPaise } from '@trading-bot/core/risk/protective-levels'
import { SECOND_MS } from '@trading-bot/core/time'
import type { Cancel } from '../../ports/timers.ts'
import { type ManagedAccount, slotOf } from '../accounts/managed-account.ts'
import { hasStopped, type LiveEngine, levelsOf } from '../live-engine.ts'
import { followExit } from './follow-exit.ts'
import type { LivePosition } from './live-position.ts'

// Every move is a call to the broker, so a stop follows in steps, and not at all when few calls are left.
const STEP_SHARE = 0.0025
const PAUSE_MS = 10 * SECOND_MS
const CALLS_KEPT = 200

/** Watches for the next price at which a trailing stop is worth moving; nothing to watch without one. */
export function watchTrail(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  onMoved: () => void,
): readonly Cancel[] {
  const { trailingStopBps } = account.core.rules.limits
  const instrument = slotOf(account, position.token)?.instrument
  if (trailingStopBps === null || position.stopPaise === null || !instrument) return []
  const { direction } = position
  const { tickPaise } = instrument
  const wantedPaise = position.stopPaise * (1 + direction * STEP_SHARE)
  // The price whose trailed stop lies one step beyond today's.
  const nextPaise = (wantedPaise * 10_000) / (10_000 - direction * trailingStopBps)
  const follow = (): void => {
    const lastPaise = engine.lastPaise.get(position.token)
    if (
      hasStopped(engine, account) ||
      position.exitReason !== null ||
      position.closedAtMs !== null ||
      lastPaise === undefined
    )
      return
    const stopPaise = trailedStopPaise(direction, lastPaise, trailingStopBps, tickPaise)
    const nowMs = engine.setup.clock.nowMs()
    const waitMs = (account.trailedAtMs.get(position.id) ?? -Infinity) + PAUSE_MS - nowMs
    if (waitMs > 0) return void engine.setup.timers.after(waitMs, follow)
    const hasCalls = account.instance.mode === 'PAPER' || account.orderRateLimiter.left(nowMs) >= CALLS_KEPT
    if (hasCalls && direction * (stopPaise - position.stopPaise!) > 0) {
      account.trailedAtMs.set(position.id, nowMs)
      position.stopPaise = stopPaise
      void engine.writeBehindQueue.write({ positions: [position] })
      followExit(engine, account, position)
    }
    onMoved()
  }
  const levels = levelsOf(engine, position.token)
  return [direction === 1 ? levels.above(Math.ceil(nextPaise), follow) : levels.below(Math.floor(nextPaise), follow)]
}
