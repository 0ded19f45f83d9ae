import type { Clock } from './clock.ts'
import { systemClock } from './system-clock.ts'
import { systemTimers } from './system-timers.ts'
import type { Timers } from './timers.ts'

/** Time that begins now and runs at a pace: at 12 a minute's bar ends after five seconds. */
export function systemPacedTime(pace: number): { clock: Clock; timers: Timers } {
  const startMs = systemClock.nowMs()
  return {
    clock: {
      nowMs: () => startMs + (systemClock.nowMs() - startMs) * pace,
      monotonicMs: () => systemClock.monotonicMs() * pace,
    },
    timers: {
      after: (delayMs, run) => systemTimers.after(delayMs / pace, run),
      every: (periodMs, run) => systemTimers.every(periodMs / pace, run),
    },
  }
}
