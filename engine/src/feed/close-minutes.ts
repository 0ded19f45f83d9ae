import { MINUTE_MS } from '@trading-bot/core/time'
import type { Cancel } from '../ports/timers.ts'
import type { FeedState } from './feed-state.ts'
import { fillGap } from './fill-gap.ts'
import { minuteOf } from './minute-of.ts'
import { sessionAt, type InstrumentFeed } from './instrument-feed.ts'

const USUAL_GRACE_MS = 300

/** Closes every minute shortly after its end by the exchange's clock. */
export function closeMinutes(state: FeedState): Cancel {
  const { clock, timers } = state.setup
  let cancel: Cancel = () => {}
  const close = () => {
    const untilMs = dueMs(state)
    for (const instrumentFeed of state.instrumentFeeds.values()) advanceFeed(state, instrumentFeed, untilMs)
    const waitMs = untilMs + MINUTE_MS + delayMs(state) - clock.nowMs()
    cancel = timers.after(Math.max(waitMs, 1), close)
  }
  close()
  return () => cancel()
}

/** Publishes the feed's minutes up to an instant in order; incomplete ones are backfilled from candles first. */
function advanceFeed(state: FeedState, instrumentFeed: InstrumentFeed, untilMs: number): void {
  while (instrumentFeed.nextMs < untilMs && !instrumentFeed.isFilling) {
    const minuteMs = instrumentFeed.nextMs
    const session = sessionAt(instrumentFeed, state.setup.calendar, minuteMs)
    if (!session) {
      instrumentFeed.nextMs += MINUTE_MS
    } else if (minuteMs < instrumentFeed.wholeFromMs) {
      const gapUntilMs = Math.min(untilMs, instrumentFeed.wholeFromMs, session.closeMs)
      fillGap(state, instrumentFeed, gapUntilMs, () => advanceFeed(state, instrumentFeed, dueMs(state)))
    } else {
      instrumentFeed.nextMs += MINUTE_MS
      instrumentFeed.isNew = false
      const bar = instrumentFeed.builder.take(minuteMs)
      if (bar) state.listener.onBar(instrumentFeed.instrument, bar, false)
      else state.listener.onEmptyMinute?.(instrumentFeed.instrument, minuteMs)
    }
  }
}

function dueMs(state: FeedState): number {
  return minuteOf(state.setup.clock.nowMs() - delayMs(state))
}

function delayMs({ setup, lag }: FeedState): number {
  return lag.lagMs() + (setup.graceMs ?? USUAL_GRACE_MS)
}
