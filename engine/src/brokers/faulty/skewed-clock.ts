import type { Clock } from '../../ports/clock.ts'
import type { FaultSwitch } from './fault-switch.ts'

const WIDEST_SKEW_MS = 4_000

/** A clock that is off by a few seconds when the fault is active; timers are unaffected. */
export function skewedClock(clock: Clock, { strikes, randomness }: FaultSwitch): Clock {
  const skewMs = strikes('CLOCK_SKEWED') ? randomness.whole(2 * WIDEST_SKEW_MS + 1) - WIDEST_SKEW_MS : 0
  return { ...clock, nowMs: () => clock.nowMs() + skewMs }
}
