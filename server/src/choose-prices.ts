import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Bus } from './platform/bus/bus.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Deps } from './platform/http/context.ts'
import type { Metrics } from './platform/telemetry/metrics.ts'
import type { OpenMarket, Trading } from './trading/engine-adapters/index.ts'
import { NO_MINUTES } from './trading/market-data/index.ts'
import { followPrices, startFeed } from './trading/price-feed/index.ts'

type Setup = {
  readonly config: Config
  readonly bus: Bus
  readonly market: OpenMarket
  readonly calendar: MarketCalendar
  /** Undefined until the engine of this process has started. */
  readonly trading: () => Trading | undefined
}

type SharingTools = { readonly pool: pg.Pool; readonly log: Logger; readonly metrics: Metrics }

/** Where this process has its prices from. */
type ChosenPrices = {
  readonly deps: Pick<Deps, 'prices' | 'todaysMinutes' | 'pastBars'>
  /** The market that an engine of this process trades on. */
  readonly market: OpenMarket
  /** Begins to share prices, where that is this process's role. */
  readonly share: (deps: Deps, tools: SharingTools) => { readonly stop: () => Promise<void> }
  readonly close: () => void
}

/** From the leading feed where there is a bus; without one an engine has its own stream, and others have none. */
export function choosePrices({ config, bus, market, calendar, trading }: Setup): ChosenPrices {
  const nothingToShare = () => ({ stop: async () => undefined })
  if (config.natsUrl === undefined) {
    // Past bars only beside the stream, because both share the account's limits.
    const own = { ...(market.pastBars && { pastBars: market.pastBars }), ...pricesOf(trading) }
    return { deps: tradesHere(config) ? own : {}, market, share: nothingToShare, close: () => undefined }
  }
  const shared = followPrices(bus, calendar, systemClock)
  const { prices, todaysMinutes, pastBars } = shared
  const sharesHere = config.role === 'feed' || config.role === 'all'
  return {
    deps: { prices, todaysMinutes, ...(market.pastBars && { pastBars }) },
    market: { ...market, market: shared.market },
    share: sharesHere ? (deps, tools) => startFeed(deps, { bus, market, ...tools }) : nothingToShare,
    close: shared.close,
  }
}

export function tradesHere({ role }: Config): boolean {
  return role === 'all' || role === 'engine'
}

function pricesOf(trading: () => Trading | undefined): Pick<Deps, 'prices' | 'todaysMinutes'> {
  return {
    prices: { lastPaise: (token) => trading()?.lastPaise(token), isUp: () => trading()?.accounts?.isFeedUp() },
    todaysMinutes: async (instrument) => (await trading()?.todaysMinutes(instrument)) ?? NO_MINUTES,
  }
}
