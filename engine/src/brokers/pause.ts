import type { Timers } from '../ports/timers.ts'

export function pause(timers: Timers, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    timers.after(delayMs, resolve)
  })
}
