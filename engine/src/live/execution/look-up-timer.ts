import type { Clock } from '../../ports/clock.ts'
import type { Cancel, Timers } from '../../ports/timers.ts'

/** Schedules the next look-up of one account's books. */
export type LookUpTimer = {
  /** Does nothing if an earlier look-up is already scheduled. */
  readonly soon: (afterMs: number) => void
  readonly stop: Cancel
}

export function lookUpTimer(clock: Clock, timers: Timers, lookUp: () => void): LookUpTimer {
  let stop: Cancel = () => {}
  let dueMs = Infinity
  return {
    soon(afterMs) {
      const wantedMs = clock.nowMs() + afterMs
      if (dueMs <= wantedMs) return
      stop()
      dueMs = wantedMs
      stop = timers.after(afterMs, () => {
        dueMs = Infinity
        lookUp()
      })
    },
    stop: () => stop(),
  }
}
