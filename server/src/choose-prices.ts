import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { systemClock as machineClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openBus } from './platform/bus/open-bus.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/client.ts'
import type { Deps } from './platform/http/context.ts'
import type { Metrics } from './platform/telemetry/metrics.ts'
import { followPaperPrices, type OpenMarket, openPaperMarket, type Trading } from './trading/engine-adapters/index.ts'
import { NO_MINUTES } from './trading/market-data/index.ts'
import { followPrices, readLeadingTerm, startFeed } from './trading/price-feed/index.ts'

type Setup = {
  readonly config: Config
  readonly db: Db
  readonly market: OpenMarket
  readonly log: Logger
  readonly calendar: MarketCalendar
  /** Undefined until the engine of this process has started. */
  readonly trading: () => Trading | undefined
}

type SharingTools = { readonly pool: pg.Pool; readonly metrics: Metrics }

/** Where this process has its prices from. */
type ChosenPrices = {
  readonly deps: Pick<Deps, 'bus' | 'prices' | 'paperPrices' | 'todaysMinutes' | 'pastBars'>
  /** The market that an engine of this process trades on. */
  readonly market: OpenMarket
  /** Begins to share prices, where that is this process's role. */
  readonly share: (deps: Deps, tools: SharingTools) => void
  readonly stop: () => Promise<void>
}

/**
 * Opens the bus. Where processes share one, prices come from the leading feed; otherwise an engine has its own stream, and
 * others have none.
 */
export function choosePrices({ config, db, market, calendar, log, trading }: Setup): ChosenPrices {
  const onError = (error: unknown) => log.warn({ err: error }, 'the bus failed')
  const bus = openBus(config, onError)
  if (!config.bus) {
    // Past bars only beside the stream, because both share the account's limits.
    const own = { ...(market.pastBars && { pastBars: market.pastBars }), ...pricesOf(trading) }
    return { deps: tradesHere(config) ? own : {}, market, share: () => undefined, stop: bus.close }
  }
  const shared = followPrices(bus, { calendar, clock: systemClock, readTerm: () => readLeadingTerm(db), onError })
  const { prices, todaysMinutes, pastBars } = shared
  // Each process computes the paper market for itself, and all of them the same.
  const paper = openPaperMarket({ db, config, calendar }, { clock: machineClock, timers: systemTimers }, log)
  const paperPrices = paper && followPaperPrices(paper.stream)
  let feed: ReturnType<typeof startFeed> | undefined
  return {
    deps: { bus, prices, ...(paperPrices && { paperPrices }), todaysMinutes, ...(market.pastBars && { pastBars }) },
    market: { ...market, market: shared.market },
    share: (deps, tools) => {
      if (config.role === 'feed' || config.role === 'all') feed = startFeed(deps, { bus, market, log, ...tools })
    },
    stop: async () => {
      await feed?.stop()
      paperPrices?.close()
      shared.close()
      await bus.close()
    },
  }
}

export function tradesHere({ role }: Config): boolean {
  return role === 'all' || role === 'engine'
}

function pricesOf(trading: () => Trading | undefined): Pick<Deps, 'prices' | 'paperPrices' | 'todaysMinutes'> {
  return {
    prices: { lastPaise: (token) => trading()?.lastPaise(token), isUp: () => trading()?.accounts?.isFeedUp() },
    paperPrices: { lastPaise: (token) => trading()?.lastPaperPaise(token) },
    todaysMinutes: async (instrument) => (await trading()?.todaysMinutes(instrument)) ?? NO_MINUTES,
  }
}
