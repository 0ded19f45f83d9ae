import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAccount } from '../accounts/open-account.ts'
import { holdAtCircuit } from '../market/hold-at-circuit.ts'
import type { RestAnswer } from '../testing/rest-client.ts'
import { LOGIN, type StartedExchange, startTestExchange } from '../testing/start-test-exchange.ts'
import { rateLimits } from './session/rate-limits.ts'

const SECURE = '/rest/secure/angelbroking'
const TOKENS = '/rest/auth/angelbroking/jwt/v1/generateTokens'

let exchange: StartedExchange['exchange']
let time: StartedExchange['time']
let client: StartedExchange['client']
let account: StartedExchange['account']
let started: StartedExchange

beforeEach(async () => {
  started = await startTestExchange()
  ;({ exchange, time, client, account } = started)
})
afterEach(() => started.close())

const loginBody = () => started.loginBody()
const logIn = async (of = account) => (await started.logIn(of)).headers

const LIMIT_ORDER = {
  variety: 'NORMAL',
  tradingsymbol: 'SBIN-EQ',
  symboltoken: '3045',
  transactiontype: 'BUY',
  exchange: 'NSE',
  ordertype: 'LIMIT',
  producttype: 'INTRADAY',
  duration: 'DAY',
  price: '800',
  squareoff: '0',
  stoploss: '0',
  quantity: '10',
  ordertag: 'tag-1',
}

async function bookOf(headers: Record<string, string>): Promise<Record<string, unknown>[]> {
  time.advanceBy(1_000)
  const { json } = await client.get(`${SECURE}/order/v1/getOrderBook`, headers)
  return json.data as unknown as Record<string, unknown>[]
}

function dataOf<T>(answer: RestAnswer): T {
  expect(answer.json).toMatchObject({ status: true, message: 'SUCCESS', errorcode: '' })
  return answer.json.data as unknown as T
}

test('a client logs in, reads a price, buys at the market and sees it filled in the order book', async () => {
  const headers = await logIn()
  const ask = { exchange: 'NSE', tradingsymbol: 'SBIN-EQ', symboltoken: '3045' }
  const ltp = dataOf<{ ltp: number }>(await client.post(`${SECURE}/order/v1/getLtpData`, ask, headers))
  expect(ltp.ltp).toBe(exchange.books.get('3045')!.quote.lastPaise / 100)

  const order = { ...LIMIT_ORDER, ordertype: 'MARKET', price: '0' }
  const placed = dataOf<Record<string, string>>(await client.post(`${SECURE}/order/v1/placeOrder`, order, headers))
  expect(placed).toEqual({
    script: 'SBIN-EQ',
    orderid: '261116000000001',
    uniqueorderid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })

  const [row] = await bookOf(headers)
  expect(row).toMatchObject({
    orderid: placed['orderid'],
    status: 'complete',
    orderstatus: 'complete',
    ordertype: 'LIMIT',
    filledshares: '10',
    unfilledshares: '0',
    ordertag: 'tag-1',
    updatetime: expect.stringMatching(/^16-Nov-2026 \d\d:\d\d:\d\d$/),
  })
  expect(row!['averageprice']).toBeGreaterThan(ltp.ltp)
  expect(row!['averageprice']).toBeLessThanOrEqual(ltp.ltp * 1.005)
})

async function place(order: object, headers: Record<string, string>): Promise<RestAnswer> {
  return client.post(`${SECURE}/order/v1/placeOrder`, order, headers)
}

describe('sessions', () => {
  const login = (body: object, apiKey = account.apiKey) => client.post(LOGIN, body, { 'X-PrivateKey': apiKey })
  const profile = (headers: Record<string, string>) => client.get(`${SECURE}/user/v1/getProfile`, headers)

  test('a wrong client code, MPIN, TOTP or API key is rejected with its code and envelope', async () => {
    const wrong = (change: object) => login({ ...loginBody(), ...change })
    expect((await wrong({ password: '0' })).json).toMatchObject({ status: false, errorcode: 'AB1000', data: null })
    time.advanceBy(1_001)
    expect((await login({ ...loginBody(), clientcode: 'NOBODY' })).json).toMatchObject({ errorcode: 'AB1000' })
    expect((await wrong({ totp: '000000' })).json).toMatchObject({ errorcode: 'AB1050', message: 'Invalid totp' })
    time.advanceBy(1_001)
    expect((await login(loginBody(), 'other')).json).toEqual({
      success: false,
      message: 'Invalid API Key',
      errorCode: 'AG8004',
      data: '',
    })
  })

  test('a TOTP code works once per window, and the next window’s code works', async () => {
    expect((await login(loginBody())).json).toMatchObject({ status: true })
    time.advanceBy(1_001)
    expect((await login(loginBody())).json).toMatchObject({ errorcode: 'AB1050' })
    time.advanceBy(30_000)
    expect((await login(loginBody())).json).toMatchObject({ status: true })
  })

  test('the code of the previous window is rejected', async () => {
    const old = loginBody()
    time.advanceBy(30_000)
    expect((await login(old)).json).toMatchObject({ errorcode: 'AB1050' })
  })

  test('missing, unknown and expired tokens have different errors', async () => {
    const headers = await logIn()
    expect((await profile(headers)).json).toMatchObject({ status: true, data: { clientcode: 'T100001' } })
    expect((await profile({ 'X-PrivateKey': account.apiKey })).json).toMatchObject({ errorCode: 'AG8003' })
    expect((await profile({ ...headers, Authorization: 'Bearer x' })).json).toMatchObject({ errorCode: 'AG8001' })
    expect((await profile({ ...headers, 'X-PrivateKey': 'other' })).json).toMatchObject({ errorCode: 'AG8004' })
    // A session ends exactly at midnight in India.
    time.advanceBy(14 * 3_600_000 - 1)
    expect((await profile(headers)).json).toMatchObject({ status: true })
    time.advanceBy(1)
    const expired = { success: false, message: 'Token Expired', errorCode: 'AG8002', data: '' }
    expect((await profile(headers)).json).toEqual(expired)
  })

  test('a session is renewed with its refresh token; the tokens before it stay valid until midnight', async () => {
    const { json } = await login(loginBody())
    const { jwtToken, refreshToken } = json.data as unknown as Record<string, string>
    const headers = { 'X-PrivateKey': account.apiKey, Authorization: `Bearer ${jwtToken}` }
    expect((await client.post(TOKENS, { refreshToken: 'x' }, headers)).json).toMatchObject({ errorcode: 'AB8050' })
    time.advanceBy(1_001)
    const fresh = dataOf<Record<string, string>>(await client.post(TOKENS, { refreshToken }, headers))
    expect(Object.keys(fresh)).toEqual(['jwtToken', 'refreshToken', 'feedToken'])
    const renewed = { ...headers, Authorization: `Bearer ${fresh['jwtToken']}` }
    for (const tokens of [headers, renewed]) expect((await profile(tokens)).json).toMatchObject({ status: true })
    time.advanceBy(1_001)
    dataOf(await client.post(TOKENS, { refreshToken }, renewed))
    time.advanceBy(14 * 3_600_000)
    for (const tokens of [headers, renewed]) expect((await profile(tokens)).json).toMatchObject({ errorCode: 'AG8002' })
  })
})

describe('immediate rejections', () => {
  test.each([
    ['an unknown variety', { variety: 'ODD' }, 'AB1008'],
    ['a stop order without its variety', { ordertype: 'STOPLOSS_LIMIT' }, 'AB1008'],
    ['an unknown product', { producttype: 'CARRYFORWARD' }, 'AB1012'],
    ['an unknown token', { symboltoken: '1' }, 'AB1009'],
    ['an empty token', { symboltoken: '' }, 'AB4018'],
    ['an exchange that is not simulated', { exchange: 'MCX' }, 'AB1009'],
    ['a token of the other exchange', { exchange: 'BSE' }, 'AB1009'],
    ['a bracket order of another product', { variety: 'ROBO', squareoff: '5', stoploss: '5' }, 'AB1012'],
    ['a bracket order without a stop', { variety: 'ROBO', producttype: 'BO', squareoff: '5' }, 'AB1007'],
    ['the product of bracket orders alone', { producttype: 'BO' }, 'AB1012'],
    ['a tag of twenty characters', { ordertag: 'x'.repeat(20) }, 'AB4008'],
    ['quantity 0', { quantity: '0' }, 'AB1007'],
    ['a negative quantity', { quantity: -1 }, 'AB1007'],
    ['a fractional quantity', { quantity: '1.5' }, 'AB1007'],
    ['a quantity that is no number', { quantity: 'ten' }, 'AB1007'],
    ['a price with three decimals', { price: '800.005' }, 'AB1007'],
    ['a negative price', { price: '-800' }, 'AB1007'],
    ['an unknown side', { transactiontype: 'HOLD' }, 'AB1007'],
    ['an unknown order type', { ordertype: 'ICEBERG' }, 'AB1007'],
    ['an unknown duration', { duration: 'GTC' }, 'AB1007'],
  ])('%s', async (_, change, errorcode) => {
    const headers = await logIn()
    const { status, json } = await place({ ...LIMIT_ORDER, ...change }, headers)
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: false, errorcode, data: null })
    expect(await bookOf(headers)).toBe(null)
  })

  test('a tag of nineteen characters is accepted and returned', async () => {
    const headers = await logIn()
    await place({ ...LIMIT_ORDER, ordertag: 'x'.repeat(19) }, headers)
    expect(await bookOf(headers)).toMatchObject([{ ordertag: 'x'.repeat(19) }])
  })

  test('malformed JSON, a body that is not an object or a wrong user type is rejected, and the server keeps running', async () => {
    const headers = await logIn()
    for (const body of ['{"variety":', '[]', '"text"', '{"a":1}{']) {
      const { status, json } = await client.post(`${SECURE}/order/v1/placeOrder`, body, headers)
      expect([status, json['errorCode']]).toEqual([400, 'AB1004'])
    }
    const user = await client.post(`${SECURE}/order/v1/placeOrder`, {}, { ...headers, 'X-UserType': 'ADMIN' })
    expect(user.json).toMatchObject({ errorCode: 'AB1005' })
    expect((await client.post(`${SECURE}/order/v1/placeOrder`, `"${'x'.repeat(1_000_001)}"`, headers)).status).toBe(413)
    expect((await client.get('/rest/none', headers)).status).toBe(404)
    expect((await client.get(`${SECURE}/order/v1/placeOrder`, headers)).status).toBe(405)
    expect((await client.get(`${SECURE}/user/v1/getRMS`, headers)).json).toMatchObject({ status: true })
  })

  test('any field values of an order get an envelope as answer and cause no internal error', async () => {
    const headers = await logIn()
    const anyField = fc.constantFrom(...Object.keys(LIMIT_ORDER), 'triggerprice', 'orderid')
    const anyCall = fc.constantFrom('placeOrder', 'modifyOrder', 'cancelOrder', 'getLtpData', 'searchScrip')
    await fc.assert(
      fc.asyncProperty(anyCall, fc.dictionary(anyField, fc.jsonValue(), { maxKeys: 5 }), async (call, change) => {
        time.advanceBy(8_000)
        const { status, json } = await client.post(`${SECURE}/order/v1/${call}`, { ...LIMIT_ORDER, ...change }, headers)
        expect(status).toBe(200)
        expect(typeof json['status']).toBe('boolean')
      }),
      { numRuns: 150 },
    )
  })

  test('an order from an unregistered address is rejected, while look-ups still work', async () => {
    const elsewhere = openAccount(exchange, { clientCode: 'T100002', orderAddresses: ['10.0.0.1'] })
    const headers = await logIn(elsewhere)
    expect((await place(LIMIT_ORDER, headers)).json).toMatchObject({ success: false, errorCode: 'AG7002' })
    expect((await client.get(`${SECURE}/user/v1/getRMS`, headers)).json).toMatchObject({ status: true })
  })

  test('modifying or cancelling an unknown or ended order is rejected', async () => {
    const headers = await logIn()
    const cancel = (orderid: string) =>
      client.post(`${SECURE}/order/v1/cancelOrder`, { variety: 'NORMAL', orderid }, headers)
    expect((await cancel('1')).json).toMatchObject({ errorcode: 'AB1013' })
    const modify = await client.post(`${SECURE}/order/v1/modifyOrder`, { ...LIMIT_ORDER, orderid: '1' }, headers)
    expect(modify.json).toMatchObject({ errorcode: 'AB1013' })
    const placed = dataOf<{ orderid: string }>(await place({ ...LIMIT_ORDER, ordertype: 'MARKET' }, headers))
    time.advanceBy(1_000)
    expect((await cancel(placed.orderid)).json).toMatchObject({
      errorcode: 'AB1007',
      message: 'Order is already complete',
    })
  })
})

test('an order is modified and cancelled under the variety that it was placed with', async () => {
  const headers = await logIn()
  const { orderid } = dataOf<{ orderid: string }>(await place({ ...LIMIT_ORDER, price: 1 }, headers))
  const change = { ...LIMIT_ORDER, orderid, variety: 'STOPLOSS' }
  for (const path of ['modifyOrder', 'cancelOrder']) {
    const answer = await client.post(`${SECURE}/order/v1/${path}`, change, headers)
    expect(answer.json).toMatchObject({ errorcode: 'AB1008' })
  }
})

describe('rejections in the order book', () => {
  const last = () => exchange.books.get('3045')!.quote.lastPaise / 100

  test.each([
    ['a price off the tick', () => ({ price: '800.03' }), '16283'],
    ['a price above the band', () => ({ price: Math.round(last() * 1.3) }), '16284'],
    ['a price below the band', () => ({ price: Math.round(last() * 0.7) }), '16284'],
    ['more than the account can pay', () => ({ quantity: 100_000 }), 'Insufficient Funds'],
    ['a symbol of another token', () => ({ tradingsymbol: 'TCS-EQ' }), 'Symbol and token'],
    ['a sale of shares not held', () => ({ transactiontype: 'SELL', producttype: 'DELIVERY' }), 'holdings'],
    ['an index', () => ({ symboltoken: '99926000', tradingsymbol: 'Nifty 50' }), 'not allowed'],
  ])('%s is accepted, then rejected with the reason', async (_, change, reason) => {
    const headers = await logIn()
    const placed = dataOf<{ orderid: string }>(await place({ ...LIMIT_ORDER, price: last(), ...change() }, headers))
    const [row] = await bookOf(headers)
    expect(row).toMatchObject({ orderid: placed.orderid, status: 'rejected', filledshares: '0' })
    expect(row!['text']).toContain(reason)
  })
})

test('a bracket order appears with its distances, and its legs name it as their parent', async () => {
  const headers = await logIn()
  const robo = { ...LIMIT_ORDER, variety: 'ROBO', producttype: 'BO', ordertype: 'MARKET', price: '0', quantity: '1' }
  const distances = { squareoff: '5', stoploss: '3', trailingStopLoss: '1' }
  const { orderid } = dataOf<{ orderid: string }>(await place({ ...robo, ...distances }, headers))
  const rows = await bookOf(headers)
  expect(rows).toHaveLength(3)
  const shared = { variety: 'ROBO', producttype: 'BO', squareoff: 5, stoploss: 3, trailingstoploss: 1 }
  expect(rows[0]).toMatchObject({ ...shared, orderid, status: 'complete', parentorderid: '' })
  expect(rows.slice(1)).toMatchObject([
    { ...shared, transactiontype: 'SELL', ordertype: 'LIMIT', parentorderid: orderid },
    { ...shared, transactiontype: 'SELL', ordertype: 'STOPLOSS_MARKET', parentorderid: orderid },
  ])
})

test('a stock at the BSE has its own token and orders, and the prices of the NSE', async () => {
  const headers = await logIn()
  const ask = { exchange: 'BSE', tradingsymbol: 'SBIN', symboltoken: '500112' }
  const price = async () =>
    dataOf<Record<string, unknown>>(await client.post(`${SECURE}/order/v1/getLtpData`, ask, headers))
  expect(await price()).toMatchObject({ ...ask, ltp: exchange.books.get('3045')!.quote.lastPaise / 100 })
  time.advanceBy(60_000)
  expect((await price())['ltp']).toBe(exchange.books.get('3045')!.quote.lastPaise / 100)
  await place({ ...LIMIT_ORDER, ...ask, ordertype: 'MARKET', price: '0' }, headers)
  expect(await bookOf(headers)).toMatchObject([{ ...ask, status: 'complete' }])
  const positions = await client.get(`${SECURE}/order/v1/getPosition`, headers)
  expect(positions.json.data).toMatchObject([{ ...ask, netqty: '10' }])
  const candles = {
    symboltoken: '500112',
    interval: 'ONE_DAY',
    fromdate: '2026-11-13 09:15',
    todate: '2026-11-13 15:30',
  }
  const read = (exchange: string, symboltoken: string) =>
    client.post(`${SECURE}/historical/v1/getCandleData`, { ...candles, exchange, symboltoken }, headers)
  expect(dataOf(await read('BSE', '500112'))).toEqual(dataOf(await read('NSE', '3045')))
  expect((await read('BSE', '3045')).json).toMatchObject({ errorcode: 'AB1004' })
})

describe('rate limits', () => {
  test('the tenth order call within a sliding second gets a plain-text 403', async () => {
    const headers = await logIn()
    const statuses: number[] = []
    for (let call = 0; call < 10; call++) statuses.push((await place({ ...LIMIT_ORDER, price: 1 }, headers)).status)
    expect(statuses).toEqual([...Array(9).fill(200), 403])
    const refused = await client.post(`${SECURE}/order/v1/cancelOrder`, {}, headers)
    expect(refused.text).toBe('Access denied because of exceeding access rate')
    expect((await client.get(`${SECURE}/user/v1/getRMS`, headers)).status).toBe(200)
    time.advanceBy(1_000)
    expect((await place({ ...LIMIT_ORDER, price: 1 }, headers)).status).toBe(200)
  })

  test('order calls are limited to 500 a minute and 1000 an hour per client', async () => {
    const limits = rateLimits(time.clock)
    const calls = (count: number) => {
      let admitted = 0
      for (let call = 0; call < count; call++) {
        if (call % 9 === 8) time.advanceBy(1_001)
        if (limits.admit('orders', 'A')) admitted++
      }
      return admitted
    }
    expect(calls(520)).toBe(500)
    time.advanceBy(60_000)
    expect(calls(520)).toBe(500)
    time.advanceBy(60_000)
    expect(limits.admit('orders', 'A')).toBe(false)
    expect(limits.admit('orders', 'B')).toBe(true)
    time.advanceBy(3_600_000)
    expect(limits.admit('orders', 'A')).toBe(true)
  })
})

describe('books and market data', () => {
  test('an empty book is null', async () => {
    const headers = await logIn()
    for (const path of ['order/v1/getTradeBook', 'order/v1/getPosition', 'portfolio/v1/getHolding']) {
      expect(dataOf(await client.get(`${SECURE}/${path}`, headers))).toBe(null)
    }
  })

  test('a fill appears in trades, positions and funds, with strings where the real API has strings', async () => {
    const headers = await logIn()
    await place({ ...LIMIT_ORDER, ordertype: 'MARKET' }, headers)
    time.advanceBy(1_000)
    const trades = dataOf<Record<string, string>[]>(await client.get(`${SECURE}/order/v1/getTradeBook`, headers))
    expect(trades.reduce((sum, trade) => sum + Number(trade['fillsize']), 0)).toBe(10)
    const [position] = dataOf<Record<string, string>[]>(await client.get(`${SECURE}/order/v1/getPosition`, headers))
    expect(position).toMatchObject({ netqty: '10', buyqty: '10', sellqty: '0', producttype: 'INTRADAY' })
    expect(position!['netvalue']).toMatch(/^- \d+\.\d\d$/)
    const funds = dataOf<Record<string, string>>(await client.get(`${SECURE}/user/v1/getRMS`, headers))
    const value = trades.reduce((sum, trade) => sum + Number(trade['tradevalue']), 0)
    expect(Number(funds['availablecash'])).toBeCloseTo(1_000_000 - value / 5, 1)
    expect(Object.values(funds).every((field) => typeof field === 'string')).toBe(true)
  })

  test('holdings are numbers, with totals in the second call', async () => {
    const rich = openAccount(exchange, {
      clientCode: 'T100003',
      holdings: [{ token: '3045', quantity: 7, averagePaise: 70_000 }],
    })
    const headers = await logIn(rich)
    const [held] = dataOf<Record<string, unknown>[]>(await client.get(`${SECURE}/portfolio/v1/getHolding`, headers))
    expect(held).toMatchObject({ tradingsymbol: 'SBIN-EQ', quantity: 7, averageprice: 700 })
    const all = dataOf<{ totalholding: object }>(await client.get(`${SECURE}/portfolio/v1/getAllHolding`, headers))
    expect(all.totalholding).toMatchObject({ totalinvvalue: 4_900 })
  })

  test('an order is found by its unique id, but not by another client', async () => {
    const headers = await logIn()
    const { uniqueorderid } = dataOf<Record<string, string>>(await place(LIMIT_ORDER, headers))
    const details = `${SECURE}/order/v1/details/${uniqueorderid}`
    expect(dataOf(await client.get(details, headers))).toMatchObject({ uniqueorderid, tradingsymbol: 'SBIN-EQ' })
    const other = await logIn(openAccount(exchange, { clientCode: 'T100004' }))
    expect((await client.get(details, other)).json).toMatchObject({ errorcode: 'AB1007', message: 'Order not found' })
  })

  test('quotes have three modes and list the tokens they did not find', async () => {
    const headers = await logIn()
    const ask = (mode: string, tokens = ['3045', '', '1']) =>
      client.post(`${SECURE}/market/v1/quote/`, { mode, exchangeTokens: { NSE: tokens } }, headers)
    const full = dataOf<{ fetched: Record<string, unknown>[]; unfetched: object[] }>(await ask('FULL'))
    expect(full.fetched).toMatchObject([{ tradingSymbol: 'SBIN-EQ', symbolToken: '3045', depth: expect.anything() }])
    expect(full.unfetched).toMatchObject([{ errorCode: 'AB4018' }, { symbolToken: '1', errorCode: 'AB1018' }])
    expect(full.fetched[0]!['52WeekHigh']).toBeGreaterThanOrEqual(full.fetched[0]!['ltp'] as number)
    const ltp = dataOf<{ fetched: object[] }>(await ask('LTP'))
    expect(Object.keys(ltp.fetched[0]!)).toEqual(['exchange', 'tradingSymbol', 'symbolToken', 'ltp'])
    expect((await ask('LTP', Array(51).fill('3045'))).json).toMatchObject({ errorcode: 'AB1004' })
    expect((await ask('ODD')).json).toMatchObject({ errorcode: 'AB1004' })
  })

  test('at a circuit the quote stands at the limit and one side of its depth is empty', async () => {
    const headers = await logIn()
    holdAtCircuit(exchange, { token: '3045', limit: 'LOWER', forMs: 60_000 })
    const ask = { mode: 'FULL', exchangeTokens: { NSE: ['3045'] } }
    const { fetched } = dataOf<{
      fetched: [Record<string, number> & { depth: { buy: []; sell: { price: number }[] } }]
    }>(await client.post(`${SECURE}/market/v1/quote/`, ask, headers))
    const [{ ltp, lowerCircuit, upperCircuit, totBuyQuan, depth }] = fetched
    expect([ltp, depth.sell[0]!.price]).toEqual([lowerCircuit, lowerCircuit])
    expect([totBuyQuan, depth.buy]).toEqual([0, []])
    expect(upperCircuit).toBeGreaterThan(lowerCircuit!)
  })

  test('candles have India times and are limited to the day range of their interval', async () => {
    const headers = await logIn()
    const ask = async (interval: string, fromdate: string, todate: string) => {
      time.advanceBy(1_000)
      const body = { exchange: 'NSE', symboltoken: '3045', interval, fromdate, todate }
      return client.post(`${SECURE}/historical/v1/getCandleData`, body, headers)
    }
    const rows = dataOf<[string, ...number[]][]>(await ask('FIVE_MINUTE', '2026-11-16 09:15', '2026-11-16 09:30'))
    expect(rows.map(([at]) => at)).toEqual(
      ['09:15', '09:20', '09:25', '09:30'].map((at) => `2026-11-16T${at}:00+05:30`),
    )
    expect(rows.every((row) => row.length === 6 && row.slice(1).every((value) => typeof value === 'number'))).toBe(true)
    expect((await ask('ONE_MINUTE', '2026-09-01 09:15', '2026-11-16 09:30')).json).toMatchObject({
      errorcode: 'AB1004',
    })
    expect((await ask('TWO_MINUTE', '2026-11-16 09:15', '2026-11-16 09:30')).json).toMatchObject({ status: false })
    expect((await ask('ONE_MINUTE', '16-11-2026', '2026-11-16 09:30')).json).toMatchObject({ status: false })
    expect((await ask('ONE_MINUTE', '2026-13-16 09:15', '2026-11-16 09:30')).json).toMatchObject({ status: false })
  })

  test('search matches by prefix, and the instrument master lists everything as strings without a log-in', async () => {
    const headers = await logIn()
    const found = await client.post(`${SECURE}/order/v1/searchScrip`, { exchange: 'NSE', searchscrip: 'sbi' }, headers)
    expect(dataOf(found)).toEqual([{ exchange: 'NSE', tradingsymbol: 'SBIN-EQ', symboltoken: '3045' }])
    const master = (await client.get(new URL(started.server.masterUrl).pathname)).json as unknown as Record<
      string,
      string
    >[]
    expect(master).toContainEqual({
      token: '3045',
      symbol: 'SBIN-EQ',
      name: 'SBIN',
      expiry: '',
      strike: '-1.000000',
      lotsize: '1',
      instrumenttype: '',
      exch_seg: 'NSE',
      tick_size: '5.000000',
    })
    expect(master).toContainEqual(expect.objectContaining({ token: '500112', symbol: 'SBIN', exch_seg: 'BSE' }))
    expect(master).toContainEqual(expect.objectContaining({ token: '99926000', instrumenttype: 'AMXIDX' }))
  })
})

describe('position conversion, margin and charges', () => {
  const convert = (headers: Record<string, string>, change: object) =>
    client.post(
      `${SECURE}/order/v1/convertPosition`,
      {
        exchange: 'NSE',
        symboltoken: '3045',
        oldproducttype: 'INTRADAY',
        newproducttype: 'DELIVERY',
        transactiontype: 'BUY',
        quantity: 4,
        type: 'DAY',
        ...change,
      },
      headers,
    )

  test('shares convert to the other product at their price, unless there are too few shares or funds', async () => {
    const headers = await logIn()
    await place({ ...LIMIT_ORDER, ordertype: 'MARKET' }, headers)
    time.advanceBy(10)
    const value = account.positions.get('3045:INTRADAY')!.buyValuePaise
    expect((await convert(headers, { quantity: 11 })).json).toMatchObject({ errorcode: 'AB1017' })
    expect((await convert(headers, { newproducttype: 'ODD' })).json).toMatchObject({ errorcode: 'AB1012' })
    expect((await convert(headers, { transactiontype: 'SELL' })).json).toMatchObject({ errorcode: 'AB1017' })
    account.cashPaise = 400_000
    expect((await convert(headers, { quantity: 10 })).json).toMatchObject({ errorcode: 'AB1017' })
    expect([...account.positions.values()].map((position) => position.buyQuantity)).toEqual([10])
    account.cashPaise = 1_000_000
    expect(dataOf(await convert(headers, {}))).toBe(null)
    const [intraday, delivery] = [...account.positions.values()]
    expect([intraday!.buyQuantity, delivery!.buyQuantity, delivery!.product]).toEqual([6, 4, 'DELIVERY'])
    expect(intraday!.buyValuePaise + delivery!.buyValuePaise).toBe(value)
  })

  test('margin is the order value divided by the product’s leverage', async () => {
    const headers = await logIn()
    const ask = (positions: unknown) => client.post(`${SECURE}/margin/v1/batch`, { positions }, headers)
    const item = { exchange: 'NSE', qty: 10, price: 800, productType: 'INTRADAY', token: '3045', tradeType: 'BUY' }
    const both = await ask([item, { ...item, productType: 'DELIVERY' }])
    expect(dataOf(both)).toMatchObject({ totalMarginRequired: 1_600 + 8_000 })
    for (const bad of [[], 'all', [{ ...item, qty: 0 }], [{ ...item, token: '1' }], Array(51).fill(item), [null]]) {
      expect((await ask(bad)).json).toMatchObject({ errorcode: 'AB1004' })
    }
  })

  test('charges of a round trip match the rate card', async () => {
    const headers = await logIn()
    const order = { product_type: 'INTRADAY', transaction_type: 'BUY', quantity: '100', price: '500', exchange: 'NSE' }
    const orders = [order, { ...order, transaction_type: 'SELL', price: '505' }]
    const path = `${SECURE}/brokerage/v1/estimateCharges`
    const { summary } = dataOf<{ summary: object }>(await client.post(path, { orders }, headers))
    expect(summary).toMatchObject({ total_charges: 65.46, trade_value: 100_500 })
    const bad = await client.post(path, { orders: [{ ...order, quantity: 'x' }] }, headers)
    expect(bad.json).toMatchObject({ errorcode: 'AB1004' })
  })
})
