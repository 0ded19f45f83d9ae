import type { Clock } from './clock.ts'
import type { Cancel, Timers } from './timers.ts'
import { timerQueue } from './timer-queue.ts'

export type VirtualTime = {
  readonly clock: Clock
  readonly timers: Timers
  /** Runs all timers due up to and including this instant, in order, and leaves the clock there. */
  readonly advanceTo: (atMs: number) => void
  readonly advanceBy: (deltaMs: number) => void
  /** Like `advanceTo`, but waits before and after each timer until pending promises have settled (`systemDrain`). */
  readonly settleTo: (atMs: number, drain: () => Promise<void>) => Promise<void>
  /** Runs timers until none is left; throws after `most` of them, because a repeating timer never ends. */
  readonly runUntilIdle: (most: number) => void
  readonly pendingTimers: () => number
}

/** A clock that moves only when advanced, with timers that run in the same order on every machine. */
export function virtualTime(startMs: number): VirtualTime {
  let nowMs = startMs
  const queue = timerQueue()

  const after = (delayMs: number, run: () => void): Cancel => queue.add(nowMs + Math.max(delayMs, 0), run)
  const every = (periodMs: number, run: () => void): Cancel => {
    let isCancelled = false
    let cancel: Cancel = () => {}
    const repeat = () => {
      cancel = after(Math.max(periodMs, 1), () => {
        run()
        if (!isCancelled) repeat()
      })
    }
    repeat()
    return () => {
      isCancelled = true
      cancel()
    }
  }

  const runNext = (untilMs: number): boolean => {
    const due = queue.takeDue(untilMs)
    if (!due) return false
    nowMs = Math.max(nowMs, due.atMs)
    due.run()
    return true
  }
  const advanceTo = (atMs: number) => {
    while (runNext(atMs));
    nowMs = Math.max(nowMs, atMs)
  }

  return {
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    timers: { after, every },
    advanceTo,
    advanceBy: (deltaMs) => advanceTo(nowMs + deltaMs),
    async settleTo(atMs, drain) {
      do await drain()
      while (runNext(atMs))
      nowMs = Math.max(nowMs, atMs)
    },
    runUntilIdle(most) {
      for (let ran = 0; runNext(Infinity); ran++) {
        if (ran >= most) throw new Error(`still not idle after ${most} timers`)
      }
    },
    pendingTimers: queue.size,
  }
}
