import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { angelOneAccount } from '@trading-bot/engine/brokers/angel-one/angel-one-account'
import { nodeHttpWire } from '@trading-bot/engine/brokers/angel-one/node-http-wire'
import { tryLogIn } from '@trading-bot/engine/brokers/angel-one/try-log-in'
import { wsSocketWire } from '@trading-bot/engine/brokers/angel-one/ws-socket-wire'
import { exchangePaperMarket } from '@trading-bot/engine/brokers/paper/exchange-paper-market'
import type { Exchange } from '@trading-bot/engine/exchange/exchange'
import { exchangeTicks } from '@trading-bot/engine/exchange/exchange-ticks'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import type { Broker, TickStream } from '@trading-bot/engine/ports'
import { systemClock } from '@trading-bot/engine/seams/system-clock'
import { systemRandomness } from '@trading-bot/engine/seams/system-randomness'
import { systemTimers } from '@trading-bot/engine/seams/system-timers'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { BrokerCredentials, BrokerDesk } from '../providers/broker-desk.ts'
import { openPracticeAccount } from './practice-accounts.ts'

// One market for everyone who runs the demo: the same prices on every machine.
export const DEMO_MARKET = { seed: 2026, hours: 'demo' } as const

const SEAMS = { clock: systemClock, timers: systemTimers, randomness: systemRandomness }

/** Where prices come from and how a user's broker is reached. */
export type Market = {
  readonly calendar: MarketCalendar
  readonly stream: TickStream
  readonly candles: Broker['candles']
}

export type OpenMarket = {
  /** For the credential check. */
  readonly desk: BrokerDesk
  /** Undefined where no account for prices is configured. */
  readonly market: Market | undefined
  readonly brokerOf: (credentials: BrokerCredentials) => Broker
  readonly close: () => Promise<void>
}

/** Angel One, or in the demo the simulated exchange over the same wire. */
export async function openMarket(config: Config, db: Db, log: Logger): Promise<OpenMarket> {
  const wire = nodeHttpWire({ timers: systemTimers })
  // Shared by everything that logs in from this process: the broker takes a code once.
  const usedTotpWindows = new Map<string, number>()
  const deskAt = (restUrl: string): BrokerDesk => ({
    tryLogIn: (credentials) => tryLogIn({ restUrl, ...SEAMS, wire: wire.send, usedTotpWindows }, credentials),
  })
  const accountAt = (urls: Urls) => (credentials: BrokerCredentials) =>
    angelOneAccount({ credentials, ...urls, ...SEAMS, wire: wire.send, sockets: wsSocketWire(), usedTotpWindows })

  if (!config.demo) {
    const urls = {
      restUrl: config.angelOneUrl,
      orderUpdatesUrl: config.angelOneOrdersUrl,
      feedUrl: config.angelOneFeedUrl,
    }
    const platform = config.marketAccount && accountAt(urls)(config.marketAccount)
    return {
      desk: deskAt(config.angelOneUrl),
      market: platform && {
        calendar: INDIA_CALENDAR,
        stream: platform.ticks,
        candles: platform.broker.candles,
      },
      brokerOf: (credentials) => accountAt(urls)(credentials).broker,
      close: async () => wire.close(),
    }
  }
  const exchange = openExchange({ market: DEMO_MARKET, ...SEAMS })
  const server = await startExchangeServer(exchange, {
    port: 0,
    onBug: (error) => log.error({ err: error }, 'exchange'),
  })
  const practise = (userId: string) => openPracticeAccount(exchange, config.sealKey, userId)
  const holders = await db.selectFrom('credentials').select('user_id').execute()
  for (const { user_id } of holders) practise(user_id)
  return {
    desk: { ...deskAt(server.restUrl), openPracticeAccount: async (userId) => practise(userId) },
    market: { calendar: DEMO_CALENDAR, stream: exchangeTicks(exchange), candles: candlesOf(exchange) },
    brokerOf: (credentials) =>
      accountAt({ restUrl: server.restUrl, orderUpdatesUrl: server.orderUpdatesUrl, feedUrl: server.feedUrl })(
        credentials,
      ).broker,
    close: async () => {
      wire.close()
      exchange.close()
      await server.close()
    },
  }
}

type Urls = { readonly restUrl: string; readonly orderUpdatesUrl: string; readonly feedUrl: string }

function candlesOf(exchange: Exchange): Broker['candles'] {
  const tape = exchangePaperMarket(exchange)
  return async (instrument, range) => {
    const bars = tape.candles(instrument, range)
    return bars ? { kind: 'answered', value: bars } : { kind: 'unavailable', why: 'there are no bars of this symbol' }
  }
}
