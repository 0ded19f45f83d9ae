import type { Cancel } from '../ports/timers.ts'
import type { FeedState } from './feed-state.ts'
import { sessionAt, type InstrumentFeed } from './instrument-feed.ts'

const USUAL_STALE_AFTER_MS = 30_000
const QUIET_EVERY_MS = 20_000
const LOOK_EVERY_MS = 1_000

/** Reports instruments that get no ticks while their market is open. */
export function watchStaleness(state: FeedState): Cancel {
  const { timers, staleAfterMs = USUAL_STALE_AFTER_MS } = state.setup
  return timers.every(LOOK_EVERY_MS, () => {
    for (const instrumentFeed of state.instrumentFeeds.values()) {
      const silentMs = silentMsOf(state, instrumentFeed)
      if (silentMs === null) continue
      if (silentMs > staleAfterMs) setStale(state, instrumentFeed, true)
      reportQuiet(state, instrumentFeed, Math.floor(silentMs / QUIET_EVERY_MS))
    }
  })
}

/** The time without a tick since the market opened; null while it is closed. */
export function silentMsOf({ setup }: FeedState, instrumentFeed: InstrumentFeed): number | null {
  const { clock, calendar } = setup
  const nowMs = clock.nowMs()
  const session = sessionAt(instrumentFeed, calendar, nowMs)
  return session && Math.min(clock.monotonicMs() - instrumentFeed.lastTickMs, nowMs - session.openMs)
}

function reportQuiet({ listener }: FeedState, instrumentFeed: InstrumentFeed, reports: number): void {
  const isDue = reports > instrumentFeed.quietReports
  instrumentFeed.quietReports = reports
  if (isDue) listener.onQuiet?.(instrumentFeed.instrument)
}

export function setStale({ listener }: FeedState, instrumentFeed: InstrumentFeed, isStale: boolean): void {
  if (instrumentFeed.isStale === isStale) return
  instrumentFeed.isStale = isStale
  listener.onStale(instrumentFeed.instrument, isStale)
}
