import { openAccount } from '../../exchange/open-account.ts'
import { openTestExchange, SBIN } from '../../exchange/testing/open-test-exchange.ts'
import { startExchangeServer } from '../../exchange/wire/start-exchange-server.ts'
import type { AcceptanceBench } from '../acceptance/card.ts'
import { angelOneAccount, type AngelOneSetup } from '../angel-one/angel-one-account.ts'
import type { HttpAnswer, HttpRequest } from '../angel-one/http-wire.ts'
import { nodeHttpWire } from '../angel-one/node-http-wire.ts'
import { wsSocketWire } from '../angel-one/ws-socket-wire.ts'
import { seededRandomness } from '../../seams/seeded-randomness.ts'
import { countedWire } from './counted-wire.ts'
import { settleWork } from './settle-work.ts'

const LOG_OUT_PATH = '/rest/secure/angelbroking/user/v1/logout'

/** The Angel One adapter over the simulated exchange: real sockets on loopback, virtual time. */
export async function openAngelOneBench(): Promise<AcceptanceBench> {
  const { exchange, time } = openTestExchange()
  const bugs: unknown[] = []
  const server = await startExchangeServer(exchange, { onBug: (error) => bugs.push(error) })
  const account = openAccount(exchange)
  const { clock, timers } = time
  const network = nodeHttpWire({ timers })
  let isNextLost = false
  const wire = countedWire(network.send, (request, answer): HttpAnswer => {
    if (!isNextLost || !request.url.includes('Order')) return answer
    isNextLost = false
    return { kind: 'no-answer', why: 'lost by the test' }
  })
  const setup: AngelOneSetup = {
    credentials: account,
    restUrl: server.restUrl,
    orderUpdatesUrl: server.orderUpdatesUrl,
    feedUrl: server.feedUrl,
    clock,
    timers,
    randomness: seededRandomness(7),
    wire: wire.send,
    sockets: wsSocketWire(),
    usedTotpWindows: new Map(),
  }
  const settle = <T>(work: Promise<T>) => settleWork(time, wire.isOnWire, work)
  const pause = (delayMs: number) =>
    new Promise<void>((resolve) => {
      timers.after(delayMs, resolve)
    })
  return {
    broker: angelOneAccount(setup).broker,
    instrument: SBIN,
    settle,
    passMs: (durationMs) => settle(pause(durationMs)),
    nowMs: clock.nowMs,
    brokerWithWrong: (what) => {
      const wrong = { mpin: '0000', totpSecret: 'AAAAAAAAAAAAAAAAAAAAAAAAAA', apiKey: 'wrongkey' }[what]
      const credentials = { ...account, [what]: wrong }
      return angelOneAccount({ ...setup, credentials, usedTotpWindows: new Map() }).broker
    },
    endSession: async () => {
      const headers = lastSession(wire.sent)
      await settle(wire.send({ method: 'POST', url: `${server.restUrl}${LOG_OUT_PATH}`, headers, body: '{}' }))
    },
    loseNextAnswer: () => {
      isNextLost = true
    },
    brokerFromElsewhere: () => {
      const credentials = openAccount(exchange, { orderAddresses: ['203.0.113.7'] })
      return angelOneAccount({ ...setup, credentials }).broker
    },
    close: async () => {
      network.close()
      await server.close()
      exchange.close()
      if (bugs.length > 0) throw new Error(`the exchange failed: ${String(bugs[0])}`)
    },
  }
}

function lastSession(sent: readonly HttpRequest[]): HttpRequest['headers'] {
  const found = sent.findLast(({ headers }) => headers['Authorization'] !== undefined)
  if (!found) throw new Error('nobody has logged in yet')
  return found.headers
}
