import type { Bars } from '@trading-bot/core/bars'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { BuiltBar } from './built-bar.ts'
import type { FeedState } from './feed-state.ts'
import type { InstrumentFeed } from './instrument-feed.ts'

const TRY_AGAIN_AFTER_MS = 3_000
// A candle appears shortly after its minute; if it is missing for longer, the minute had no trades.
const CANDLES_LATE_MS = 20_000
// The minute in which the subscription began counts as live if it is backfilled right after its end. Minutes missed in
// a gap are history.
const NEWS_MS = 3_000

/** Backfills missing minutes up to an instant from candles, publishes them in order, then calls `then`; later bars wait. */
export function fillGap(state: FeedState, instrumentFeed: InstrumentFeed, untilMs: number, then: () => void): void {
  const { candles, clock, timers } = state.setup
  instrumentFeed.isFilling = true
  const fromMs = instrumentFeed.nextMs
  const tryOnce = async (): Promise<void> => {
    const answer = await candles(instrumentFeed.instrument, { fromMs, untilMs })
    if (state.isClosed) return
    const bars = answer.kind === 'answered' ? answer.value : null
    const isLastThere = bars?.timeMs.at(-1) === untilMs - MINUTE_MS
    if (!bars || (!isLastThere && clock.nowMs() < untilMs + CANDLES_LATE_MS)) {
      timers.after(TRY_AGAIN_AFTER_MS, () => void tryOnce())
      return
    }
    for (const bar of barsOf(bars)) {
      const endMs = bar.startMs + MINUTE_MS
      const isFirst = instrumentFeed.isNew && endMs === untilMs && clock.nowMs() < endMs + NEWS_MS
      state.listener.onBar(instrumentFeed.instrument, bar, !isFirst)
    }
    if (!instrumentFeed.isNew) state.listener.onGapFilled?.((untilMs - fromMs) / MINUTE_MS)
    instrumentFeed.isNew = false
    // Ticks of the last missing minute give the day's volume at the start of the first whole one.
    instrumentFeed.builder.take(untilMs - MINUTE_MS)
    instrumentFeed.nextMs = untilMs
    instrumentFeed.isFilling = false
    then()
  }
  void tryOnce()
}

function barsOf(bars: Bars): readonly BuiltBar[] {
  return Array.from(bars.timeMs, (startMs, row) => ({
    startMs,
    openPaise: bars.openPaise[row] as number,
    highPaise: bars.highPaise[row] as number,
    lowPaise: bars.lowPaise[row] as number,
    closePaise: bars.closePaise[row] as number,
    volume: bars.volume[row] as number,
  }))
}
