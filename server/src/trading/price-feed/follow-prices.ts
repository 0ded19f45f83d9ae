import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { Broker } from '@trading-bot/engine/ports'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Deps } from '../../platform/http/context.ts'
import { openTodaysMinutes } from '../market-data/index.ts'
import { busCandles } from './bus-candles.ts'
import { type FollowedFeed, followFeed } from './follow-feed.ts'
import { followMinutes } from './follow-minutes.ts'
import { SUBJECTS } from './messages.ts'

/** The market as a process knows it that has no broker's socket. */
export type SharedPrices = Required<Pick<Deps, 'prices' | 'todaysMinutes'>> & {
  readonly market: {
    readonly calendar: MarketCalendar
    readonly stream: FollowedFeed['stream']
    readonly candles: Broker['candles']
    readonly isRecorded: true
  }
  readonly pastBars: Broker['candles']
  readonly close: () => void
}

type Setup = {
  readonly calendar: MarketCalendar
  readonly clock: Clock
  readonly readTerm: () => Promise<number | undefined>
  readonly onError: (error: unknown) => void
}

/** Prices, today's minutes and past bars from the leading feed, wherever it runs. */
export function followPrices(bus: Bus, { calendar, clock, readTerm, onError }: Setup): SharedPrices {
  const feed = followFeed(bus, { clock: systemClock, timers: systemTimers, readTerm, onError })
  const candles = busCandles(bus, SUBJECTS.candles)
  return {
    market: { calendar, stream: feed.stream, candles, isRecorded: true },
    prices: { lastPaise: (token) => feed.lastOf(token)?.lastPaise ?? undefined, isUp: feed.isUp },
    todaysMinutes: openTodaysMinutes({ feed: followMinutes(bus, feed), candles, clock }),
    pastBars: busCandles(bus, SUBJECTS.past),
    close: feed.close,
  }
}
