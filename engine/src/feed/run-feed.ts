import { MINUTE_MS } from '@trading-bot/core/time'
import type { Tick } from '../ports.ts'
import type { Cancel } from '../ports/timers.ts'
import { closeMinutes } from './close-minutes.ts'
import type { FeedListener, FeedSetup, FeedState } from './feed-state.ts'
import { lagEstimate } from './lag-estimate.ts'
import { minuteOf } from './minute-of.ts'
import {
  type FeedInstrument,
  openInstrumentFeed,
  type InstrumentFeed,
  applyTick,
  type TickOutcome,
} from './instrument-feed.ts'
import { setStale, silentMsOf, watchStaleness } from './watch-staleness.ts'

export type Feed = {
  /** Skips instruments that are already subscribed. Throws if the stream's limit is exceeded; the rest get no prices. */
  readonly subscribe: (instruments: readonly FeedInstrument[]) => void
  readonly close: Cancel
  /** Number of ticks so far by outcome. */
  readonly tickCounts: Readonly<Record<TickOutcome, number>>
  /** Subscribed instruments whose market is open, with the time since their last tick. */
  readonly silences: () => readonly Silence[]
}

export type Silence = { readonly instrument: FeedInstrument; readonly silentMs: number }

// A subscription takes effect a moment after connecting, and our clock may differ from the exchange's.
const UP_MARGIN_MS = 5_000
// Small enough to share a connection with other subscriptions.
const TOKENS_PER_SUBSCRIPTION = 250

/** Builds one-minute bars with exact session edges from ticks. Incomplete minutes are backfilled from candles. */
export function runFeed(setup: FeedSetup, listener: FeedListener): Feed {
  const { clock, calendar } = setup
  const instrumentFeeds = new Map<string, InstrumentFeed>()
  const state: FeedState = { setup, listener, instrumentFeeds, lag: lagEstimate(), isClosed: false }
  const tickCounts: Record<TickOutcome, number> = {
    NEW: 0,
    PRICE_ONLY: 0,
    BELATED: 0,
    DUPLICATE: 0,
    OUT_OF_SESSION: 0,
    TOO_LATE: 0,
    HELD_BACK: 0,
    INSANE: 0,
  }
  const cleanUps = [closeMinutes(state), watchStaleness(state)]

  const onTick = (tick: Tick) => {
    const instrumentFeed = instrumentFeeds.get(tick.token)
    if (!instrumentFeed) return
    const outcome = applyTick(instrumentFeed, calendar, tick)
    tickCounts[outcome]++
    // Stops depend on the price, so it is published even when the tick cannot be added to a bar.
    if (outcome !== 'NEW' && outcome !== 'PRICE_ONLY') return
    const nowMs = clock.nowMs()
    state.lag.see(nowMs, tick.atMs)
    instrumentFeed.lastTickMs = clock.monotonicMs()
    if (instrumentFeed.isStale) setStale(state, instrumentFeed, false)
    listener.onPrice(instrumentFeed.instrument, tick)
  }
  const subscribe = (instruments: readonly FeedInstrument[]) => {
    const added = instruments
      .filter(({ token }) => !instrumentFeeds.has(token))
      .map((instrument) => openInstrumentFeed(instrument, minuteOf(clock.nowMs()), clock.monotonicMs()))
    for (const instrumentFeed of added) instrumentFeeds.set(instrumentFeed.instrument.token, instrumentFeed)
    for (let from = 0; from < added.length; from += TOKENS_PER_SUBSCRIPTION)
      open(added.slice(from, from + TOKENS_PER_SUBSCRIPTION))
  }
  const open = (group: readonly InstrumentFeed[]) => {
    const markWholeFrom = (atMs: number) => {
      for (const instrumentFeed of group) instrumentFeed.wholeFromMs = atMs
    }
    const tokens = group.map(({ instrument }) => instrument.token)
    const onUp = () => markWholeFrom(minuteOf(clock.nowMs() + UP_MARGIN_MS + MINUTE_MS - 1))
    cleanUps.push(setup.stream.open(tokens, { onTick, onUp, onDown: () => markWholeFrom(Infinity) }))
  }
  return {
    subscribe,
    tickCounts,
    silences: () =>
      Array.from(instrumentFeeds.values(), (instrumentFeed) => ({
        instrument: instrumentFeed.instrument,
        silentMs: silentMsOf(state, instrumentFeed),
      })).filter((one): one is Silence => one.silentMs !== null),
    close: () => {
      state.isClosed = true
      for (const cleanUp of cleanUps) cleanUp()
    },
  }
}
