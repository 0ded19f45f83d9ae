import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { Broker, Tick, TickStream } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Timers } from '../ports/timers.ts'
import type { BuiltBar } from './built-bar.ts'
import type { LagEstimate } from './lag-estimate.ts'
import type { FeedInstrument, InstrumentFeed } from './instrument-feed.ts'

export type FeedSetup = {
  readonly calendar: MarketCalendar
  readonly stream: TickStream
  readonly candles: Broker['candles']
  readonly clock: Clock
  readonly timers: Timers
  /** How long after its end a minute waits for belated ticks. */
  readonly graceMs?: number
  /** Silence of an instrument in an open market after which nothing should be decided on it. */
  readonly staleAfterMs?: number
}

export type FeedListener = {
  /** Every minute that traded, once, in order. One that was back-filled later is for indicators, not for trading on. */
  readonly onBar: (instrument: FeedInstrument, bar: BuiltBar, isBackfilled: boolean) => void
  /** Prices in order of time; duplicates, belated and impossible ones are left out. */
  readonly onPrice: (instrument: FeedInstrument, tick: Tick) => void
  readonly onStale: (instrument: FeedInstrument, isStale: boolean) => void
}

export type FeedState = {
  readonly setup: FeedSetup
  readonly listener: FeedListener
  readonly instrumentFeeds: ReadonlyMap<string, InstrumentFeed>
  readonly lag: LagEstimate
  isClosed: boolean
}
