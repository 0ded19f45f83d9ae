import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { systemDrain } from '../../ports/system-drain.ts'
import { decodePacket } from '../../smart-stream/decode-packet.ts'
import { STREAM_MODE, type StreamPacket } from '../../smart-stream/stream-packet.ts'
import { blockByRisk } from '../risk/block-by-risk.ts'
import { openAccount } from '../accounts/open-account.ts'
import { modifyOrder } from '../orders/modify-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { SBIN, TICKET } from '../testing/open-test-exchange.ts'
import { type StartedExchange, startTestExchange } from '../testing/start-test-exchange.ts'

let exchange: StartedExchange['exchange']
let time: StartedExchange['time']
let server: StartedExchange['server']
let account: StartedExchange['account']
let tokens: { readonly jwtToken: string; readonly feedToken: string }
let started: StartedExchange
let opened: WebSocket[]

beforeEach(async () => {
  started = await startTestExchange()
  ;({ exchange, time, server, account } = started)
  ;({ tokens } = await started.logIn())
  opened = []
})
afterEach(async () => {
  for (const socket of opened) socket.terminate()
  await started.close()
})

function headers(): Record<string, string> {
  return {
    Authorization: `Bearer ${tokens.jwtToken}`,
    'x-api-key': account.apiKey,
    'x-client-code': account.clientCode,
    'x-feed-token': tokens.feedToken,
  }
}

type Received = { socket: WebSocket; texts: string[]; packets: StreamPacket[] }

async function listen(url: string, withHeaders = headers()): Promise<Received> {
  const socket = new WebSocket(url, { headers: withHeaders })
  opened.push(socket)
  const received: Received = { socket, texts: [], packets: [] }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) received.packets.push(decodePacket(data) as StreamPacket)
    else received.texts.push(data.toString())
  })
  await once(socket, 'open')
  return received
}

/** Status and reason of a rejected handshake. */
async function refused(url: string, withHeaders: Record<string, string>): Promise<[number, string]> {
  const socket = new WebSocket(url, { headers: withHeaders })
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode: number; headers: Record<string, string> },
  ]
  return [response.statusCode, response.headers['x-error-message'] ?? '']
}

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn++) {
    if (condition()) return
    await systemDrain()
  }
  throw new Error('condition not met')
}

function subscribe(received: Received, mode: number, ids: readonly unknown[] = [SBIN.token], action = 1): void {
  const params = { mode, tokenList: [{ exchangeType: 1, tokens: ids }] }
  received.socket.send(JSON.stringify({ correlationID: 'abcde12345', action, params }))
}

describe('the feed', () => {
  test('sends the current state, then every tick, in each of the three modes', async () => {
    const received = await listen(server.feedUrl)
    for (const mode of [1, 2, 3]) subscribe(received, mode)
    await until(() => received.packets.length === 3)
    const { quote } = exchange.books.get(SBIN.token)!
    expect(received.packets.map((packet) => [packet.mode, packet.lastPaise])).toEqual(
      [1, 2, 3].map((mode) => [mode, quote.lastPaise]),
    )
    time.advanceBy(40_000)
    const { sequence } = quote
    await until(() => received.packets.at(-1)!.sequence === sequence && received.packets.at(-1)!.mode === 3)
    const snap = received.packets.at(-1)!
    expect(snap).toMatchObject({
      mode: STREAM_MODE.SNAP_QUOTE,
      token: SBIN.token,
      exchangeTimeMs: quote.lastMs,
      lastPaise: quote.lastPaise,
      dayVolume: quote.dayVolume,
      closePaise: quote.previousClosePaise,
      lastTradeTimeSec: Math.floor(quote.lastMs / 1_000),
    })
    const ltps = received.packets.filter((packet) => packet.mode === STREAM_MODE.LTP)
    expect(ltps.map((packet) => packet.sequence)).toEqual(ltps.map((_, index) => ltps[0]!.sequence + index))
  })

  test('stops after unsubscribing, and a duplicate subscription sends nothing twice', async () => {
    const received = await listen(server.feedUrl)
    subscribe(received, 1)
    subscribe(received, 1)
    received.socket.send('ping')
    await until(() => received.texts.length === 1)
    expect(received.packets).toHaveLength(1)
    subscribe(received, 1, [SBIN.token], 0)
    received.socket.send('ping')
    await until(() => received.texts.length === 2)
    time.advanceBy(30_000)
    received.socket.send('ping')
    await until(() => received.texts.length === 3)
    expect(received.packets).toHaveLength(1)
    expect(received.texts).toEqual(['pong', 'pong', 'pong'])
  })

  test('accepts query parameters instead of headers, for browsers', async () => {
    const query = new URLSearchParams({
      clientCode: account.clientCode,
      feedToken: tokens.feedToken,
      apiKey: account.apiKey,
    })
    const received = await listen(`${server.feedUrl}?${query.toString()}`, {})
    subscribe(received, 1)
    await until(() => received.packets.length === 1)
    const wrong = `${server.feedUrl}?clientCode=${account.clientCode}&feedToken=x&apiKey=${account.apiKey}`
    expect(await refused(wrong, {})).toEqual([401, 'Invalid Header - Invalid Feed Token'])
  })

  test.each([
    ['Authorization', 'Auth token'],
    ['x-api-key', 'API Key'],
    ['x-client-code', 'Client Code'],
    ['x-feed-token', 'Feed Token'],
  ])('a wrong %s is rejected by name', async (name, what) => {
    expect(await refused(server.feedUrl, { ...headers(), [name]: 'wrong' })).toEqual([
      401,
      `Invalid Header - Invalid ${what}`,
    ])
  })

  test('yesterday’s tokens and an unknown path are rejected', async () => {
    time.advanceBy(14 * 3_600_000)
    expect((await refused(server.feedUrl, headers()))[0]).toBe(401)
    expect((await refused(server.orderUpdatesUrl, headers()))[0]).toBe(403)
    expect((await refused(`${server.feedUrl}x`, headers()))[0]).toBe(404)
  })

  test('a fourth connection of one client is rejected until one closes', async () => {
    const first = await listen(server.feedUrl)
    await listen(server.feedUrl)
    await listen(server.feedUrl)
    expect((await refused(server.feedUrl, headers()))[0]).toBe(429)
    first.socket.close()
    await once(first.socket, 'close')
    const received = await listen(server.feedUrl)
    expect(received.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('invalid binary or text messages get an error frame, and the connection stays open', async () => {
    const received = await listen(server.feedUrl)
    const token = { exchangeType: 1, tokens: [SBIN.token] }
    const bad = [
      Buffer.from([0xff, 0, 1, 2, 3]),
      'garbage',
      '{"action":',
      '[]',
      'null',
      JSON.stringify({ correlationID: 'one', action: 2, params: { mode: 1, tokenList: [token] } }),
      JSON.stringify({ action: 1, params: { mode: 4, tokenList: [token] } }),
      JSON.stringify({ action: 1, params: { mode: 1, tokenList: [{ exchangeType: 1 }] } }),
      JSON.stringify({ action: 1, params: { mode: 1, tokenList: 'all' } }),
      JSON.stringify({ action: 1 }),
    ]
    for (const message of bad) received.socket.send(message)
    await until(() => received.texts.length === bad.length)
    const errors = received.texts.map((text) => JSON.parse(text) as Record<string, string>)
    expect(errors.every((error) => error['errorCode'] === 'E1001')).toBe(true)
    expect(errors[5]).toEqual({ correlationID: 'one', errorCode: 'E1001', errorMessage: 'Invalid Request Payload.' })
    subscribe(received, 1)
    await until(() => received.packets.length === 1)
  })

  test('the 1001st subscription is rejected, and the first thousand stay', async () => {
    const received = await listen(server.feedUrl)
    subscribe(received, 1, [SBIN.token, ...Array.from({ length: 999 }, (_, index) => `x${index}`)])
    subscribe(received, 2)
    await until(() => received.texts.length === 1)
    expect(JSON.parse(received.texts[0]!)).toMatchObject({ correlationID: 'abcde12345', errorCode: 'E1002' })
    time.advanceBy(10_000)
    await until(() => received.packets.length > 2)
    expect(received.packets.every((packet) => packet.mode === STREAM_MODE.LTP)).toBe(true)
  })

  test('a list of 250,000 tokens and an invalid address do not crash the server', async () => {
    const received = await listen(server.feedUrl)
    subscribe(received, 1, Array(250_000).fill(1))
    received.socket.send('ping')
    await until(() => received.texts.length === 1)
    const raw = connectTcp(server.port, '127.0.0.1')
    raw.write('GET // HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    const [reply] = (await once(raw, 'data')) as [Buffer]
    expect(reply.toString()).toContain('404')
    subscribe(received, 1)
    await until(() => received.packets.length === 1)
  })

  test('bytes that are not a WebSocket frame close only that connection', async () => {
    const received = await listen(server.feedUrl)
    const raw = connectTcp(server.port, '127.0.0.1')
    const lines = Object.entries({
      ...headers(),
      Host: 'x',
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
    }).map(([name, value]) => `${name}: ${value}`)
    raw.write(`GET /smart-stream HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await once(raw, 'data')
    raw.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]))
    await once(raw, 'close')
    subscribe(received, 1)
    await until(() => received.packets.length === 1)
  })

  test('a client silent for 45 seconds is disconnected, one that pings is not', async () => {
    const quiet = await listen(server.feedUrl)
    const lively = await listen(server.feedUrl)
    for (let round = 1; round <= 3; round++) {
      time.advanceBy(20_000)
      lively.socket.send('ping')
      await until(() => lively.texts.length === round)
    }
    await until(() => quiet.socket.readyState === WebSocket.CLOSED)
    expect(lively.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('the order-status socket', () => {
  const ticket = { ...TICKET, kind: 'MARKET', quantity: 1, tag: 'mine' } as const

  const codesOf = (received: Received) =>
    received.texts.map((text) => (JSON.parse(text) as Record<string, string>)['order-status'])

  test('greets with AB00 and sends each change of the client’s own orders', async () => {
    const received = await listen(server.orderUpdatesUrl)
    await until(() => received.texts.length === 1)
    expect(JSON.parse(received.texts[0]!)).toEqual({
      'user-id': account.clientCode,
      'status-code': '200',
      'order-status': 'AB00',
      'error-message': '',
      orderData: {},
    })
    placeOrder(exchange, openAccount(exchange), ticket)
    placeOrder(exchange, account, ticket)
    time.advanceBy(10)
    await until(() => received.texts.length === 4)
    expect(codesOf(received)).toEqual(['AB00', 'AB09', 'AB01', 'AB05'])
    const { orderData } = JSON.parse(received.texts[3]!) as { orderData: object }
    expect(orderData).toMatchObject({ status: 'complete', ordertag: 'mine', quantity: '1', filledshares: '1' })
  })

  test('answers pings, ignores unreadable messages, and reports rejected orders', async () => {
    const received = await listen(server.orderUpdatesUrl)
    received.socket.send(Buffer.from([1, 2, 3]))
    received.socket.send('hello')
    received.socket.send('ping')
    placeOrder(exchange, account, { ...ticket, kind: 'LIMIT', pricePaise: 1 })
    time.advanceBy(10)
    await until(() => received.texts.length === 4)
    expect(received.texts).toContain('pong')
    expect(received.texts.some((text) => text.includes('"order-status":"AB03"'))).toBe(true)
  })

  test('a change that is rejected after its acknowledgement arrives with the prices that rest, as in the order book', async () => {
    const received = await listen(server.orderUpdatesUrl)
    const triggerPaise = exchange.books.get(SBIN.token)!.quote.lastPaise - 1_000
    const stop = { ...ticket, variety: 'STOPLOSS', kind: 'STOPLOSS_LIMIT', side: 'SELL', triggerPaise } as const
    const placed = placeOrder(exchange, account, { ...stop, pricePaise: triggerPaise - 100 })
    if (!placed.ok) throw new Error(placed.message)
    time.advanceBy(10)
    blockByRisk(exchange, account, { forMs: 1_000, text: 'RMS:Rule: blocked' })
    const change = { kind: 'LIMIT', duration: 'DAY', pricePaise: triggerPaise, triggerPaise: 0, quantity: 2 } as const
    expect(modifyOrder(exchange, account, placed.value.orderId, change).ok).toBe(true)
    time.advanceBy(10)
    await until(() => received.texts.length === 4)
    const frame = JSON.parse(received.texts[3]!) as { orderData: object }
    const resting = { ordertype: 'STOPLOSS_LIMIT', status: 'trigger pending', quantity: '1', text: 'RMS:Rule: blocked' }
    const prices = { triggerprice: triggerPaise / 100, price: (triggerPaise - 100) / 100 }
    expect(frame).toMatchObject({ 'order-status': 'AB10', orderData: { ...resting, ...prices } })
    const headers = { 'X-PrivateKey': account.apiKey, Authorization: `Bearer ${tokens.jwtToken}` }
    const book = await started.client.get('/rest/secure/angelbroking/order/v1/getOrderBook', headers)
    expect(book.json.data).toEqual([frame.orderData])
  })

  test('an unknown token gets status 401', async () => {
    expect((await refused(server.orderUpdatesUrl, { Authorization: 'Bearer x' }))[0]).toBe(401)
  })
})
