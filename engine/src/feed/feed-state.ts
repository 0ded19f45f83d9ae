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
  /** How long a minute waits for late ticks after its end. */
  readonly graceMs?: number
  /** An instrument without ticks for this long in an open market is stale, so no decisions are made on it. */
  readonly staleAfterMs?: number
}

export type FeedListener = {
  /** Called once per minute with trades, in order. Backfilled bars are for indicators, not for decisions. */
  readonly onBar: (instrument: FeedInstrument, bar: BuiltBar, isBackfilled: boolean) => void
  /** A minute without trades has passed, in order with the bars. */
  readonly onEmptyMinute?: (instrument: FeedInstrument, startMs: number) => void
  /** Prices in time order, without duplicate, late or impossible ones. */
  readonly onPrice: (instrument: FeedInstrument, tick: Tick) => void
  readonly onStale: (instrument: FeedInstrument, isStale: boolean) => void
  /** No tick for 20 seconds while its market is open, and again every 20 seconds: the price has to be asked for. */
  readonly onQuiet?: (instrument: FeedInstrument) => void
  /** Minutes missed in a gap were backfilled; what was missed before the subscription is no gap. */
  readonly onGapFilled?: (minutes: number) => void
}

export type FeedState = {
  readonly setup: FeedSetup
  readonly listener: FeedListener
  readonly instrumentFeeds: ReadonlyMap<string, InstrumentFeed>
  readonly lag: LagEstimate
  isClosed: boolean
}
