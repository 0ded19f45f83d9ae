import type { Cancel } from '../seams/timers.ts'
import type { FeedState } from './feed-state.ts'
import { sessionAt, type Strip } from './strip.ts'

const USUAL_STALE_AFTER_MS = 30_000
const LOOK_EVERY_MS = 1_000

/** Tells of instruments that have fallen silent while their market is open. */
export function watchStaleness(state: FeedState): Cancel {
  const { clock, timers, calendar, staleAfterMs = USUAL_STALE_AFTER_MS } = state.setup
  return timers.every(LOOK_EVERY_MS, () => {
    const nowMs = clock.nowMs()
    for (const strip of state.strips.values()) {
      const session = sessionAt(strip, calendar, nowMs)
      if (session && nowMs - Math.max(strip.heardMs, session.openMs) > staleAfterMs) setStale(state, strip, true)
    }
  })
}

export function setStale({ listener }: FeedState, strip: Strip, isStale: boolean): void {
  if (strip.isStale === isStale) return
  strip.isStale = isStale
  listener.onStale(strip.instrument, isStale)
}
