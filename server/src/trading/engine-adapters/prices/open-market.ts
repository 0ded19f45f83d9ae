import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { MASTER_PATH } from '@trading-bot/engine/exchange/wire/rest/answer-rest'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import type { Broker, TickStream } from '@trading-bot/engine/ports'
import type { Clock } from '@trading-bot/engine/ports/clock'
import { systemPacedTime } from '@trading-bot/engine/ports/system-paced-time'
import type { Timers } from '@trading-bot/engine/ports/timers'
import type { Logger } from 'pino'
import { systemClock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { isEngineSimulated } from '../../../platform/prices/price-rules.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { BrokerDesk } from '../../../platform/providers/broker-desk.ts'
import { readMarketSeed } from '../../market-data/index.ts'
import { openPrices } from './open-prices.ts'
import { openPracticeAccount } from '../brokers/practice-accounts.ts'
import { listing, quoteExchange } from './quote-exchange.ts'
import { watchPriceAccounts } from './price-accounts.ts'
import { raiseAlertTo } from './raise-alert.ts'
import { type BrokerReach, reachBroker, SYSTEM_PORTS } from '../brokers/reach-broker.ts'

// The platform's own account at the demo's exchange.
const PLATFORM = 'platform'

/** The source of prices, and the way to reach a user's broker. */
export type Market = {
  readonly calendar: MarketCalendar
  readonly stream: TickStream
  readonly candles: Broker['candles']
  /** True where another process records the bars. */
  readonly isRecorded?: boolean
}

/** The engine's clock and timers; a test's run faster. */
export type TimePorts = { readonly clock: Clock; readonly timers: Timers }

export type OpenMarket = {
  /** For the credential check. */
  readonly desk: BrokerDesk
  /** Undefined when no account for prices is configured. */
  readonly market: Market | undefined
  /** Past bars for the history store, over the broker's own call and within its limits. */
  readonly pastBars: Broker['candles'] | undefined
  readonly brokerOf: BrokerReach['brokerOf']
  /** Where the broker's clock and its list of instruments are read. */
  readonly urls: { readonly restUrl: string; readonly masterUrl: string }
  /** The time that this market runs by, where it is not the system's. */
  readonly time?: TimePorts
  readonly close: () => Promise<void>
}

/**
 * Angel One, or in the demo the simulated exchange over the same protocol. Where nobody trades with real money and prices
 * are simulated, credentials and past bars are Angel One's and bots trade on a simulated exchange at NSE's hours.
 */
export async function openMarket(config: Config, db: Db, calendar: MarketCalendar, log: Logger): Promise<OpenMarket> {
  if (config.demo) return openDemoMarket(config, db, calendar, log)
  const real = openAngelOne(config, db, calendar, log)
  return isEngineSimulated(config) ? withSimulatedPrices(real, config, db, calendar) : real
}

async function withSimulatedPrices(
  real: OpenMarket,
  { role }: Config,
  db: Db,
  calendar: MarketCalendar,
): Promise<OpenMarket> {
  // The others have their prices from these.
  if (role === 'api' || role === 'worker') return { ...real, market: undefined }
  const exchange = openExchange({ market: { ...(await readMarketSeed(db)), hours: 'nse' }, ...SYSTEM_PORTS })
  return {
    ...real,
    market: { calendar, ...quoteExchange(exchange) },
    close: async () => {
      exchange.close()
      await real.close()
    },
  }
}

function openAngelOne(config: Config, db: Db, calendar: MarketCalendar, log: Logger): OpenMarket {
  const raiseAlert = raiseAlertTo(db, log)
  const urls = {
    restUrl: config.angelOneUrl,
    orderUpdatesUrl: config.angelOneOrdersUrl,
    feedUrl: config.angelOneFeedUrl,
  }
  const { desk, accountOf, brokerOf, close } = reachBroker(config, urls, raiseAlert)
  const hasSpare = config.spareMarketAccount !== undefined
  const accounts = watchPriceAccounts({ db, sealKey: config.sealKey, clock: systemClock, hasSpare, raiseAlert, log })
  const prices = openPrices(config, { accountOf, timers: SYSTEM_PORTS.timers, accounts })
  return {
    desk,
    market: prices && { calendar, ...prices },
    pastBars: prices?.candles,
    brokerOf,
    urls: { restUrl: config.angelOneUrl, masterUrl: config.angelOneMasterUrl },
    close: async () => close(),
  }
}

async function openDemoMarket(config: Config, db: Db, calendar: MarketCalendar, log: Logger): Promise<OpenMarket> {
  const time = config.demoPace === 1 ? undefined : systemPacedTime(config.demoPace)
  const ports = { ...SYSTEM_PORTS, ...time }
  const exchange = openExchange({ market: { ...(await readMarketSeed(db)), hours: 'demo' }, ...ports })
  const server = await startExchangeServer(exchange, {
    port: 0,
    onBug: (error) => log.error({ err: error }, 'exchange'),
  })
  const { desk, accountOf, brokerOf, close } = reachBroker(config, server, raiseAlertTo(db, log), ports)
  const practise = (userId: string) => openPracticeAccount(exchange, config.sealKey, userId)
  const holders = await db.selectFrom('credentials').select('user_id').execute()
  for (const { user_id } of holders) practise(user_id)
  return {
    desk: { ...desk, openPracticeAccount: async (userId) => practise(userId) },
    market: { calendar, ...quoteExchange(exchange) },
    pastBars: listing(exchange, accountOf(practise(PLATFORM)).broker.candles),
    brokerOf,
    urls: { restUrl: server.restUrl, masterUrl: `${server.restUrl}${MASTER_PATH}` },
    ...(time && { time }),
    close: async () => {
      close()
      exchange.close()
      await server.close()
    },
  }
}
