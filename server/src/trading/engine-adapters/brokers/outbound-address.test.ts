// The address from which a live account's calls leave, as the broker sees it.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import type { Egress } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'
import { eventually } from '../../../testing/eventually.ts'
import { type ConnectProxy, startConnectProxy } from '@trading-bot/engine/brokers/testing/start-connect-proxy'
import { openAccount } from '@trading-bot/engine/exchange/accounts/open-account'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type { Broker, OrderRequest } from '@trading-bot/engine/ports'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TradingAccess } from '../../../platform/providers/broker-desk.ts'
import type { HostingMode } from '@trading-bot/contract/rest/operations/compliance'
import { SIMULATED } from '../../../platform/compliance-settings.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { SBIN } from '../../../testing/test-traders.ts'
import { liveBroker } from './live-broker.ts'
import { type OpenMarket } from '../prices/open-market.ts'
import { openMarket } from '../prices/open-market.ts'
import { openPracticeAccount } from './practice-accounts.ts'

type Seen = { readonly path: string; readonly from: string; readonly declares: unknown }

// As the broker sees them: by translation, an address of the machine, and by a proxy on another machine.
const OWN = { '198.51.100.2': '127.0.0.2', '127.0.0.3': '127.0.0.3' }
const PROXIED = '203.0.113.8'
const PROXY_LEAVES_FROM = '127.0.0.4'
const time = { clock: systemClock, timers: systemTimers, randomness: systemRandomness }
const exchange = openExchange({ market: { seed: 2026, hours: 'demo' }, ...time })
const seen: Seen[] = []
/** As the broker's firewall does to an address it distrusts. */
let isBlocking = false
let server: TestServer
let front: Server
let stopExchange: () => Promise<void>
let connect: ConnectProxy
let open: (isLiveOn: boolean, hosting?: HostingMode) => Promise<OpenMarket>

beforeAll(async () => {
  server = await startTestServer()
  const wire = await startExchangeServer(exchange, { onBug: () => undefined })
  stopExchange = wire.close
  front = createServer((request, response) => {
    note(request)
    // Each call needs a connection of its own, so that none goes over one from before a proxy failed.
    response.setHeader('connection', 'close')
    if (isBlocking) return void response.end('<html><title>Request Rejected</title></html>')
    void forward(request, wire.restUrl).then(({ status, text }) => response.writeHead(status).end(text))
  })
  front.on('upgrade', (request, socket) => {
    note(request)
    socket.destroy()
  })
  await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve))
  const at = `127.0.0.1:${(front.address() as AddressInfo).port}`
  const urls = {
    angelOneUrl: `http://${at}`,
    angelOneOrdersUrl: `ws://${at}/orders`,
    angelOneFeedUrl: `ws://${at}/feed`,
  }
  connect = await startConnectProxy({ localAddress: PROXY_LEAVES_FROM, userInfo: 'engine:sesame' })
  const outboundAddresses = new Map<string, Egress>([
    ...Object.entries(OWN).map(([address, localAddress]) => [address, { localAddress }] as const),
    [PROXIED, { proxy: connect.proxy }],
  ])
  open = (liveTrading, hosting = 'simulated') =>
    openMarket(
      {
        ...server.deps.config,
        demo: false,
        ...urls,
        outboundAddresses,
        liveTrading,
        compliance: { ...SIMULATED, hosting },
      },
      server.db,
      server.deps.calendar,
      pino({ level: 'silent' }),
    )
})
afterAll(async () => {
  front.closeAllConnections()
  await new Promise((resolve) => void front.close(resolve))
  await connect.close()
  await stopExchange()
  exchange.close()
  await server.stop()
})

function note({ url = '', socket, headers }: IncomingMessage): void {
  seen.push({ path: url, from: socket.remoteAddress ?? '', declares: headers['x-clientpublicip'] })
}

async function forward(request: IncomingMessage, to: string): Promise<{ status: number; text: string }> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
  const body = request.method === 'POST' ? Buffer.concat(pieces) : null
  const answer = await fetch(`${to}${request.url}`, { method: request.method ?? 'GET', headers, body })
  return { status: answer.status, text: await answer.text() }
}

const accessOf = (user: string, outboundAddress: string | null): TradingAccess => ({
  ...openPracticeAccount(exchange, Buffer.from('secret'), user),
  outboundAddress,
  generation: '1',
  rejection: null,
})
const brokerFor = (market: OpenMarket, access: TradingAccess): Broker =>
  liveBroker({ load: async () => access, open: market.brokerOf })
const ORDER: OrderRequest = {
  clientId: 'abcdefghij123456789',
  instrument: SBIN,
  side: 'BUY',
  quantity: 1,
  product: 'INTRADAY',
  purpose: 'ENTRY',
  price: { kind: 'MARKET', lastPaise: 80_000 },
  decidedAtMs: 0,
}

test("an account's calls leave from its assigned address and declare it; two accounts never share one", async () => {
  const market = await open(true)
  for (const [user, address, from] of [
    ['first', '198.51.100.2', OWN['198.51.100.2']],
    ['second', '127.0.0.3', OWN['127.0.0.3']],
    ['proxied', PROXIED, PROXY_LEAVES_FROM],
  ] as const) {
    seen.length = 0
    const broker = brokerFor(market, accessOf(user, address))
    expect(await broker.logIn()).toEqual({ kind: 'accepted' })
    await broker.place(ORDER)
    const stop = broker.watchOrders({ onOrder: () => undefined, onGap: () => undefined })
    await eventually(() => expect(seen.map(({ path }) => path)).toContain('/orders'))
    stop()
    expect(seen.map(({ path }) => path).filter((path) => path.includes('placeOrder'))).toHaveLength(1)
    expect(new Set(seen.map(({ from }) => from))).toEqual(new Set([from]))
    const calls = seen.filter(({ path }) => path !== '/orders')
    expect(new Set(calls.map(({ declares }) => declares))).toEqual(new Set([address]))
  }
  await market.close()
})

test.each([
  ['answers 403', 'FORBIDDEN'],
  ['hangs up', 'HANGS_UP'],
] as const)('nothing of an order was sent when the proxy of its address %s', async (_, behaviour) => {
  const market = await open(true)
  const broker = brokerFor(market, accessOf(behaviour, PROXIED))
  expect(await broker.logIn()).toEqual({ kind: 'accepted' })
  seen.length = 0
  connect.behave(behaviour)
  expect(await broker.place(ORDER)).toMatchObject({ kind: 'rejected', code: 'NOT_SENT' })
  expect(seen).toEqual([])
  connect.behave('TUNNEL')
  await market.close()
})

test('an address of another machine, or none, is denied with a sentence; no call leaves by another address', async () => {
  const market = await open(true)
  seen.length = 0
  const elsewhere = brokerFor(market, accessOf('third', '203.0.113.7'))
  const sentence =
    'Your outbound address 203.0.113.7 is not one of the machine that trades: ask the operator to see to it.'
  const refused = { kind: 'refused', code: 'ADDRESS_NOT_HERE', sentence: sentence }
  expect(await elsewhere.logIn()).toEqual(refused)
  expect(await elsewhere.orderBook()).toEqual(refused)
  expect(await elsewhere.place(ORDER)).toEqual({ ...refused, kind: 'rejected', isRetryable: false })
  expect(await brokerFor(market, accessOf('third', null)).logIn()).toMatchObject({ code: 'NO_ADDRESS' })
  expect(seen).toEqual([])
  // This machine's own addresses need no configuration; a link-local one leads no further than its wire.
  const own = Object.values(os.networkInterfaces()).flatMap((all) => all ?? [])
  for (const { address, family } of own.filter(({ internal }) => !internal)) {
    const broker = market.brokerOf(accessOf('third', address))
    if (family === 'IPv6' && address.startsWith('fe80:')) expect(broker).toMatchObject({ code: 'ADDRESS_NOT_HERE' })
    else expect(broker).not.toHaveProperty('kind')
  }
  await market.close()
})

test.each([
  ['with live trading switched off', false, 'own-logic'],
  ['on a platform that trades on paper only', true, 'paper'],
] as const)('%s open positions are still sold, and nothing is bought', async (_, isLiveOn, hosting) => {
  const market = await open(isLiveOn, hosting)
  const broker = brokerFor(market, accessOf(`exits ${hosting}`, '127.0.0.3'))
  seen.length = 0
  expect(await broker.place(ORDER)).toMatchObject({ kind: 'rejected', code: 'LIVE_TRADING_OFF' })
  expect(seen).toEqual([])
  await broker.place({ ...ORDER, side: 'SELL', purpose: 'EXIT' })
  expect(seen.at(-1)?.path).toContain('placeOrder')
  await market.close()
})

test('an address that the broker does not know is told with the step to take, when an order is refused', async () => {
  const market = await open(true)
  const account = openAccount(exchange, { clientCode: 'T900001', orderAddresses: ['203.0.113.99'] })
  const access = { ...account, outboundAddress: '127.0.0.3', generation: '1', rejection: null }
  const broker = brokerFor(market, access)
  expect(await broker.logIn()).toEqual({ kind: 'accepted' })
  expect(await broker.place(ORDER)).toEqual({
    kind: 'rejected',
    code: 'AG7002',
    sentence:
      'Angel One does not take your orders from 127.0.0.3: it is not registered for your API key. Sign in to smartapi.angelone.in, open the app of your key and register 127.0.0.3 as its primary address.',
    isRetryable: false,
  })
  await market.close()
})

test('an address is tried over its own way out; one of another machine is not known', async () => {
  const market = await open(true)
  const probe = (address: string) => market.desk.probeEgress?.(address)
  seen.length = 0
  expect(await probe('198.51.100.2')).toMatchObject({ result: 'reached' })
  expect(seen.map(({ from }) => from)).toEqual([OWN['198.51.100.2']])
  expect(await probe(PROXIED)).toMatchObject({ result: 'reached' })
  expect(seen.at(-1)?.from).toBe(PROXY_LEAVES_FROM)
  expect(await probe('203.0.113.7')).toBeUndefined()
  connect.behave('HANGS_UP')
  expect(await probe(PROXIED)).toMatchObject({ result: 'failed' })
  connect.behave('TUNNEL')
  isBlocking = true
  expect(await probe('127.0.0.3')).toEqual({ result: 'blocked', detail: 'HTTP 200' })
  isBlocking = false
  await market.close()
})
