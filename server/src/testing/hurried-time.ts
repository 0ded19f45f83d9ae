import type { Clock } from '@trading-bot/engine/ports/clock'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type { Timers } from '@trading-bot/engine/ports/timers'

/** A clock that starts where the test wants and runs `pace` times as fast: a market minute takes seconds. */
export function hurriedTime(startMs: number, pace: number): { readonly clock: Clock; readonly timers: Timers } {
  const begunMs = systemClock.nowMs()
  return {
    clock: {
      nowMs: () => startMs + (systemClock.nowMs() - begunMs) * pace,
      monotonicMs: () => systemClock.monotonicMs() * pace,
    },
    timers: {
      after: (delayMs, run) => systemTimers.after(delayMs / pace, run),
      every: (periodMs, run) => systemTimers.every(periodMs / pace, run),
    },
  }
}
