import { angelOneAccount } from '@trading-bot/engine/brokers/angel-one/angel-one-account'
import { nodeHttpWire } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'
import { wsSocketWire } from '@trading-bot/engine/brokers/angel-one/streams/ws-socket-wire'
import { openAccount } from '@trading-bot/engine/exchange/accounts/open-account'
import { exchangeTicks } from '@trading-bot/engine/exchange/exchange-ticks'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import type { LiveStore } from '@trading-bot/engine/live/book/live-store'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import { runEngine } from '@trading-bot/engine/live/run/run-engine'
import { seededRandomness } from '@trading-bot/engine/ports/seeded-randomness'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import { newId } from '../../../server/src/platform/ids.ts'
import { pgLiveStore } from '../../../server/src/trading/engine-adapters/store/pg-live-store.ts'
import { paperInstruments, OPEN_ALL_HOUR, runOf } from '../../../product/testing/open-paper-engine.ts'
import { openBenchDatabase } from './open-fan-out.ts'

const SYSTEM_PORTS = { clock: systemClock, timers: systemTimers }

/** Live accounts at the simulated exchange, over its real REST calls and order sockets on loopback. */
export async function openLiveFanOut(accounts: number) {
  const { pool, close } = await openBenchDatabase({ accounts, symbols: 1, stopLossBps: 300 })
  const randomness = seededRandomness(1)
  const instruments = paperInstruments(1)
  const exchange = openExchange({ market: { seed: 1, hours: 'demo' }, ...SYSTEM_PORTS, randomness, instruments })
  const server = await startExchangeServer(exchange, {
    onBug: (error) => {
      throw error
    },
  })
  const network = nodeHttpWire({ timers: systemTimers })
  const store = pgLiveStore({
    paperMarket: null,
    pool,
    now: () => new Date(),
    symbolOf: () => instruments[0]!.symbol,
    onUnreadable: (error) => {
      throw error
    },
  })
  const running = await runEngine({
    store: asLive(store),
    calendar: OPEN_ALL_HOUR,
    fillModel: { slippageBps: 2 },
    stream: exchangeTicks(exchange),
    candles: async () => ({ kind: 'unavailable', why: 'the bench has none' }),
    openBroker: () =>
      angelOneAccount({
        credentials: openAccount(exchange),
        restUrl: server.restUrl,
        orderUpdatesUrl: server.orderUpdatesUrl,
        feedUrl: server.feedUrl,
        wire: network.send,
        sockets: wsSocketWire({ timers: systemTimers }),
        usedTotpWindows: new Map(),
        randomness,
        ...SYSTEM_PORTS,
      }).broker,
    openRunner: ({ runnerKey, instruments: traded }) => runOf(runnerKey, traded),
    ...SYSTEM_PORTS,
    ids: { next: () => newId(new Date()) },
    onError: () => undefined,
  })
  const { markets, accounts: managed } = running.engine
  for (const { instance } of managed.values())
    markets.real.runners.set(instance.runnerKey, runOf(instance.runnerKey, instance.instruments))
  return {
    engine: running.engine,
    isReady: running.isReady,
    exchange,
    close: async () => {
      await running.stop()
      network.close()
      await server.close()
      exchange.close()
      await close()
    },
  }
}

/** The bench's accounts are stored as paper ones; here they trade as live ones. */
function asLive(store: LiveStore): LiveStore {
  const live = (account: StoredAccount): StoredAccount => ({
    ...account,
    instance: { ...account.instance, mode: 'LIVE' },
  })
  return {
    ...store,
    load: async (leases, session) => (await store.load(leases, session)).map(live),
    accounts: async (ids, session) => (await store.accounts(ids, session)).map(live),
    instances: async (ids, shards) =>
      (await store.instances(ids, shards)).map((instance) => ({ ...instance, mode: 'LIVE' as const })),
  }
}
