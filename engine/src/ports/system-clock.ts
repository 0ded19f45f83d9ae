import type { Clock } from './clock.ts'

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }
