import type { Exchange } from '../../exchange/state/exchange.ts'
import type { ExchangeAccount } from '../../exchange/state/exchange-account.ts'
import { openAccount } from '../../exchange/accounts/open-account.ts'
import { openTestExchange, SBIN } from '../../exchange/testing/open-test-exchange.ts'
import { FEED_PATH, ORDER_UPDATES_PATH } from '../../exchange/wire/sockets/start-sockets.ts'
import { startExchangeServer } from '../../exchange/wire/start-exchange-server.ts'
import type { TickStream } from '../../ports.ts'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import type { VirtualTime } from '../../ports/virtual-time.ts'
import type { AcceptanceBench } from '../acceptance/card.ts'
import { angelOneAccount, type AngelOneSetup } from '../angel-one/angel-one-account.ts'
import type { HttpRequest } from '../angel-one/requests/http-wire.ts'
import { nodeHttpWire } from '../angel-one/requests/node-http-wire.ts'
import { wsSocketWire } from '../angel-one/streams/ws-socket-wire.ts'
import { type FaultyProxy, startFaultyProxy } from '../faulty/start-faulty-proxy.ts'
import { pause } from '../pause.ts'
import { type CountedWire, countedWire } from './counted-wire.ts'
import { type PlannedFaults, plannedFaults } from './planned-faults.ts'
import { settleWork } from './settle-work.ts'

const LOG_OUT_PATH = '/rest/secure/angelbroking/user/v1/logout'

export type AngelOneBench = AcceptanceBench & {
  readonly exchange: Exchange
  readonly account: ExchangeAccount
  readonly time: VirtualTime
  readonly ticks: TickStream
  readonly faults: PlannedFaults
  readonly proxy: FaultyProxy
  readonly wire: CountedWire
  readonly setup: AngelOneSetup
}

/** The Angel One adapter with the simulated exchange: real loopback sockets through the proxy, in virtual time. */
export async function openAngelOneBench({ minute = 600 } = {}): Promise<AngelOneBench> {
  const { exchange, time } = openTestExchange({ minute })
  const bugs: unknown[] = []
  const server = await startExchangeServer(exchange, { onBug: (error) => bugs.push(error) })
  const { clock, timers } = time
  const faults = plannedFaults()
  const proxy = await startFaultyProxy({ targetUrl: server.restUrl, faults, timers })
  const account = openAccount(exchange)
  const network = nodeHttpWire({ timers })
  const wire = countedWire(network.send)
  const setup = setupOf(account, proxy.url, wire, time)
  const settle = <T>(work: Promise<T>) => settleWork(time, wire.isOnWire, work)
  return {
    ...angelOneAccount(setup),
    exchange,
    account,
    time,
    faults,
    proxy,
    wire,
    setup,
    settle,
    instrument: SBIN,
    passMs: (durationMs) => settle(pause(timers, durationMs)),
    nowMs: clock.nowMs,
    brokerWithWrong: (what) => {
      const wrong = { mpin: '0000', totpSecret: 'AAAAAAAAAAAAAAAAAAAAAAAAAA', apiKey: 'wrongkey' }[what]
      const credentials = { ...account, [what]: wrong }
      return angelOneAccount({ ...setup, credentials, usedTotpWindows: new Map() }).broker
    },
    endSession: async () => {
      const headers = lastSession(wire.sent)
      await settle(wire.send({ method: 'POST', url: `${proxy.url}${LOG_OUT_PATH}`, headers, body: '{}' }))
    },
    loseNextAnswer: () => faults.plan('ANSWER_LOST'),
    brokerFromElsewhere: () => {
      const credentials = openAccount(exchange, { orderAddresses: ['203.0.113.7'] })
      return angelOneAccount({ ...setup, credentials }).broker
    },
    close: async () => {
      network.close()
      await proxy.close()
      await server.close()
      exchange.close()
      if (bugs.length > 0) throw new Error(`the exchange failed: ${String(bugs[0])}`)
    },
  }
}

function setupOf(account: ExchangeAccount, url: string, wire: CountedWire, time: VirtualTime): AngelOneSetup {
  const socketUrl = url.replace(/^http/, 'ws')
  return {
    credentials: account,
    restUrl: url,
    orderUpdatesUrl: `${socketUrl}${ORDER_UPDATES_PATH}`,
    feedUrl: `${socketUrl}${FEED_PATH}`,
    clock: time.clock,
    timers: time.timers,
    randomness: seededRandomness(7),
    wire: wire.send,
    sockets: wsSocketWire(time),
    usedTotpWindows: new Map(),
  }
}

function lastSession(sent: readonly HttpRequest[]): HttpRequest['headers'] {
  const found = sent.findLast(({ headers }) => headers['Authorization'] !== undefined)
  if (!found) throw new Error('no session is open')
  return found.headers
}
