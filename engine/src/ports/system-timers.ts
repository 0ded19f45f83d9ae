import type { Timers } from './timers.ts'

export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  every(periodMs, run) {
    const timer = setInterval(run, Math.max(periodMs, 1))
    return () => clearInterval(timer)
  },
}
