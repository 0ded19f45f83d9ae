import { MINUTE_MS } from '@trading-bot/core/time'
import type { Cancel } from '../seams/timers.ts'
import { closeMinutes } from './close-minutes.ts'
import type { FeedListener, FeedSetup, FeedState } from './feed-state.ts'
import { lagEstimate } from './lag-estimate.ts'
import { minuteOf } from './minute-of.ts'
import { openStrip, takeTick, type TickFate } from './strip.ts'
import { setStale, watchStaleness } from './watch-staleness.ts'

export type Feed = {
  readonly close: Cancel
  /** What became of the ticks so far. */
  readonly fates: Readonly<Record<TickFate, number>>
}

// Subscriptions take effect a moment after the connection, and our clock may differ from the exchange's.
const UP_MARGIN_MS = 5_000

/** Ticks to one-minute bars with exact session edges. A minute that was not heard whole is read back from candles. */
export function runFeed(setup: FeedSetup, listener: FeedListener): Feed {
  const { clock, calendar } = setup
  const startMs = clock.nowMs()
  const strips = new Map(
    setup.instruments.map((instrument) => [instrument.token, openStrip(instrument, minuteOf(startMs), startMs)]),
  )
  const state: FeedState = { setup, listener, strips, lag: lagEstimate(), wholeFromMs: Infinity, isClosed: false }
  const fates = { NEW: 0, PRICE_ONLY: 0, BELATED: 0, DUPLICATE: 0, OUT_OF_SESSION: 0, TOO_LATE: 0, INSANE: 0 }
  const stopClosing = closeMinutes(state)
  const stopWatching = watchStaleness(state)

  const stopStream = setup.stream.open([...strips.keys()], {
    onTick(tick) {
      const strip = strips.get(tick.token)
      if (!strip) return
      const fate = takeTick(strip, calendar, tick)
      fates[fate]++
      // Stops are watched by price: they must see it even when bars cannot be built.
      if (fate !== 'NEW' && fate !== 'PRICE_ONLY') return
      const nowMs = clock.nowMs()
      state.lag.see(nowMs, tick.atMs)
      strip.heardMs = nowMs
      if (strip.isStale) setStale(state, strip, false)
      listener.onPrice(strip.instrument, tick)
    },
    onUp: () => {
      state.wholeFromMs = minuteOf(clock.nowMs() + UP_MARGIN_MS + MINUTE_MS - 1)
    },
    onDown: () => {
      state.wholeFromMs = Infinity
    },
  })

  return {
    fates,
    close: () => {
      state.isClosed = true
      stopStream()
      stopWatching()
      stopClosing()
    },
  }
}
