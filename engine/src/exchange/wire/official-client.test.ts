import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemDrain } from '../../ports/system-drain.ts'
import { totpCode } from '../../totp/totp-code.ts'
import { openAccount } from '../accounts/open-account.ts'
import { openTestExchange, SBIN } from '../testing/open-test-exchange.ts'
import { type ExchangeServer, startExchangeServer } from './start-exchange-server.ts'

// Runs the broker's own unmodified JavaScript client against the simulated exchange. Only its environment is replaced:
// its addresses, the look-up of the machine's public address, and its log folder.

type Answer<T = Record<string, unknown>> = { status: boolean; message: string; data: T }
type Client = Record<string, (input?: unknown, ...more: unknown[]) => Promise<Answer>>
type Socket = {
  connect: () => Promise<void>
  on: (event: 'tick', listener: (data: unknown) => void) => void
  fetchData: (request: object) => void
  close: () => void
}
type Official = {
  SmartAPI: new (options: object) => Client
  WebSocketV2: new (options: object) => Socket
  WSOrderUpdates: new (options: object) => Socket
}

const { exchange, time } = openTestExchange()
const account = openAccount(exchange, { holdings: [{ token: SBIN.token, quantity: 3, averagePaise: 80_000 }] })
const require = createRequire(import.meta.url)
const home = process.cwd()
let folder: string
let server: ExchangeServer
let official: Official
let api: Client
let session: Record<string, string>
const called = new Set<string>()

beforeAll(async () => {
  server = await startExchangeServer(exchange, {
    onBug: (error) => {
      throw error
    },
  })
  // It opens its error log in the working directory when it is loaded.
  folder = mkdtempSync(path.join(tmpdir(), 'official-client-'))
  process.chdir(folder)
  const at = require.resolve('smartapi-javascript/lib/index.js')
  const near = createRequire(at)
  near('public-ip').v4 = () => Promise.resolve('127.0.0.1')
  const { CONSTANTS } = near('../config/constant') as { CONSTANTS: Record<string, string> }
  CONSTANTS['websocketURL'] = server.feedUrl
  CONSTANTS['wsclientupdatesURL'] = server.orderUpdatesUrl
  official = require(at) as Official
  const client = new official.SmartAPI({ api_key: account.apiKey, root: server.restUrl })
  api = new Proxy(client, {
    get(target, name: string) {
      if (typeof target[name] === 'function') called.add(name)
      return target[name]
    },
  })
  const totp = totpCode(account.totpSecret, time.clock.nowMs())
  const opened = await api['generateSession']!(account.clientCode, account.mpin, totp)
  session = opened.data as Record<string, string>
})

afterAll(async () => {
  process.chdir(home)
  await server.close()
  exchange.close()
  rmSync(folder, { recursive: true, force: true })
})

async function call<T>(name: string, input?: unknown): Promise<T> {
  // Waits longer than the one-per-second limits.
  time.advanceBy(1_000)
  const answer = await api[name]!(input)
  expect(answer).toMatchObject({ status: true, message: 'SUCCESS' })
  return answer.data as T
}

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn++) {
    if (condition()) return
    await systemDrain()
  }
  throw new Error('condition not met')
}

const ORDER = {
  variety: 'NORMAL',
  tradingsymbol: SBIN.symbol,
  symboltoken: SBIN.token,
  transactiontype: 'BUY',
  exchange: 'NSE',
  ordertype: 'LIMIT',
  producttype: 'INTRADAY',
  duration: 'DAY',
  quantity: 5,
}

const AT_BSE = { exchange: 'BSE', tradingsymbol: 'SBIN', symboltoken: '500112' }

test('the official client logs in and reads the profile and the funds', async () => {
  expect(session).toMatchObject({ jwtToken: expect.any(String), refreshToken: expect.any(String) })
  expect(await call('getProfile')).toMatchObject({ clientcode: account.clientCode, exchanges: ['NSE', 'BSE'] })
  expect(await call('getRMS')).toMatchObject({ availablecash: '1000000.00' })
  expect(await call('getHolding')).toMatchObject([{ tradingsymbol: SBIN.symbol, quantity: 3 }])
  expect(await call('getAllHolding')).toMatchObject({ totalholding: { totalinvvalue: 2_400 } })
  expect(api['getLoginURL']!()).toContain(`api_key=${account.apiKey}`)
  await api['setAccessToken']!(session['jwtToken'])
  await api['setPublicToken']!(session['refreshToken'])
  await api['setClientCode']!(account.clientCode)
  await api['setSessionExpiryHook']!(null)
})

test('the official client reads candles and quotes and searches a symbol', async () => {
  const range = { fromdate: '2026-11-16 09:15', todate: '2026-11-16 09:25' }
  const ask = { exchange: 'NSE', symboltoken: SBIN.token, interval: 'FIVE_MINUTE', ...range }
  expect(await call<unknown[]>('getCandleData', ask)).toHaveLength(3)
  const quotes = await call<{ fetched: object[] }>('marketData', {
    mode: 'FULL',
    exchangeTokens: { NSE: [SBIN.token] },
  })
  expect(quotes.fetched).toMatchObject([{ tradingSymbol: SBIN.symbol }])
  const found = await api['searchScrip']!({ exchange: 'NSE', searchscrip: 'SBIN' })
  expect(found).toEqual([{ exchange: 'NSE', tradingsymbol: SBIN.symbol, symboltoken: SBIN.token }])
  time.advanceBy(1_000)
  expect(await api['searchScrip']!({ exchange: 'BSE', searchscrip: 'SBIN' })).toEqual([AT_BSE])
})

test('the official client places, modifies and cancels orders and sees fills, positions and updates', async () => {
  const updates = new official.WSOrderUpdates({ ...feedLogin(), jwttoken: session['jwtToken'] })
  const codes: string[] = []
  updates.on('tick', (text) => codes.push((JSON.parse(String(text)) as Record<string, string>)['order-status']!))
  await updates.connect()
  await until(() => codes.length === 1)

  const last = () => exchange.books.get(SBIN.token)!.quote.lastPaise / 100
  const far = { ...ORDER, price: Math.floor(last()) - 20 }
  const placed = await call<{ orderid: string; uniqueorderid: string }>('placeOrder', far)
  time.advanceBy(10)
  await call('cancelOrder', { variety: 'NORMAL', orderid: placed.orderid })
  const second = await call<{ orderid: string }>('placeOrder', far)
  time.advanceBy(10)
  await call('modifyOrder', { ...far, orderid: second.orderid, price: Math.ceil(last()) + 2 })
  const book = await call<Record<string, string>[]>('getOrderBook')
  expect(book.map((order) => order['status'])).toEqual(['cancelled', 'complete'])
  expect(await call('indOrderDetails', placed.uniqueorderid)).toMatchObject({ status: 'cancelled', cancelsize: '5' })
  const trades = await call<Record<string, string>[]>('getTradeBook')
  expect(trades.every((trade) => trade['orderid'] === second.orderid)).toBe(true)
  expect(await call('getPosition')).toMatchObject([{ netqty: '5' }])
  await until(() => codes.at(-1) === 'AB05')
  expect(codes).toEqual(expect.arrayContaining(['AB00', 'AB09', 'AB01', 'AB02', 'AB04', 'AB05']))
  updates.close()
})

test.each([
  [1, 'last_traded_price'],
  [2, 'vol_traded'],
  [3, 'upper_circuit'],
])('the official feed client reads ticks of mode %i', async (mode, field) => {
  const feed = new official.WebSocketV2({ ...feedLogin(), jwttoken: session['jwtToken'] })
  const ticks: Record<string, string>[] = []
  feed.on('tick', (tick) => {
    if (typeof tick === 'object') ticks.push(tick as Record<string, string>)
  })
  await feed.connect()
  feed.fetchData({ correlationID: 'one', action: 1, mode, exchangeType: 1, tokens: [SBIN.token] })
  const mine = () => ticks.filter((tick) => tick['subscription_mode'] === String(mode))
  await until(() => mine().length > 0)
  time.advanceBy(20_000)
  const { quote } = exchange.books.get(SBIN.token)!
  await until(() => mine().at(-1)!['sequence_number'] === String(quote.sequence))
  expect(mine().at(-1)).toMatchObject({
    token: `"${SBIN.token}"`,
    exchange_type: '1',
    last_traded_price: String(quote.lastPaise),
    exchange_timestamp: String(quote.lastMs),
    [field]: expect.stringMatching(/^\d+$/),
  })
  feed.close()
})

test('the official client keeps a rule and reads what may be traded within the day', async () => {
  const pricePaise = exchange.books.get(SBIN.token)!.quote.lastPaise
  const price = (pricePaise + 20_000) / 100
  const terms = { price, triggerprice: price, qty: 1, disclosedqty: 0, timeperiod: 20 }
  const share = { tradingsymbol: SBIN.symbol, symboltoken: SBIN.token, exchange: 'NSE' }
  const rule = { ...share, transactiontype: 'SELL', producttype: 'DELIVERY', ...terms }
  const { id } = await call<{ id: string }>('createRule', rule)
  expect(await call('ruleDetails', { id })).toMatchObject({ id, status: 'NEW', triggerprice: price })
  await call('modifyRule', { id, ...share, ...terms, qty: 2 })
  await call('cancelRule', { id, ...share })
  expect(await call('ruleList', { status: ['FORALL'], page: 1, count: 10 })).toMatchObject([{ qty: 2 }])
  expect(await call('nseIntraday')).toEqual([{ Exchange: 'NSE', SymbolName: 'SBIN', Multiplier: '5.0' }])
  expect(await call('bseIntraday')).toEqual([{ Exchange: 'BSE', SymbolName: 'SBIN', Multiplier: '5.0' }])
})

test('the official client places orders of all varieties and at the BSE', async () => {
  const last = exchange.books.get(SBIN.token)!.quote.lastPaise / 100
  const robo = { ...ORDER, variety: 'ROBO', producttype: 'BO', price: Math.ceil(last) + 2, squareoff: 5, stoploss: 5 }
  const { orderid } = await call<{ orderid: string }>('placeOrder', robo)
  await call('placeOrder', { ...ORDER, variety: 'AMO', ordertype: 'MARKET', price: 0 })
  const trigger = Math.floor(last) - 20
  const stop = { ordertype: 'STOPLOSS_LIMIT', transactiontype: 'SELL', triggerprice: trigger, price: trigger }
  await call('placeOrder', { ...ORDER, variety: 'STOPLOSS', ...stop })
  await call('placeOrder', { ...ORDER, ...AT_BSE, ordertype: 'MARKET', price: 0 })
  const rows = (await call<Record<string, string>[]>('getOrderBook')).slice(2)
  expect(rows.filter((row) => row['parentorderid'] === orderid).length).toBeGreaterThanOrEqual(2)
  expect(rows).toContainEqual(expect.objectContaining({ variety: 'AMO', text: 'RMS:Rule: Admin stopped AMO' }))
  expect(rows).toContainEqual(expect.objectContaining({ variety: 'STOPLOSS', status: 'trigger pending' }))
  expect(rows).toContainEqual(expect.objectContaining({ ...AT_BSE, status: 'complete' }))
  const quotes = await call<{ fetched: object[] }>('marketData', { mode: 'LTP', exchangeTokens: { BSE: ['500112'] } })
  expect(quotes.fetched).toMatchObject([{ exchange: 'BSE', tradingSymbol: 'SBIN', symbolToken: '500112' }])
})

test('the official client converts a position and estimates margin and charges', async () => {
  const conversion = { ...ORDER, oldproducttype: 'INTRADAY', newproducttype: 'DELIVERY', quantity: 1, type: 'DAY' }
  expect(await call('convertPosition', conversion)).toBe(null)
  const leg = { exchange: 'NSE', qty: 10, price: 800, productType: 'INTRADAY', token: SBIN.token, tradeType: 'BUY' }
  expect(await call('marginApi', { positions: [leg] })).toMatchObject({ totalMarginRequired: 1_600 })
  const order = { product_type: 'DELIVERY', transaction_type: 'BUY', quantity: '10', price: '800', exchange: 'NSE' }
  expect(
    await call('estimateCharges', { orders: [{ ...order, symbol_name: 'SBIN', token: SBIN.token }] }),
  ).toMatchObject({
    summary: { trade_value: 8_000 },
  })
})

test('the official client reads the figures of derivatives', async () => {
  const number = expect.any(Number)
  const digits = expect.stringMatching(/^-?\d+(\.\d+)?$/)
  const name = expect.stringMatching(/^(SBIN|NIFTY|BANKNIFTY)24NOV26FUT$/)
  const greeks = await call<object[]>('optionGreek', { name: 'SBIN', expirydate: '24NOV2026' })
  const figures = { delta: digits, gamma: digits, theta: digits, vega: digits, impliedVolatility: digits }
  const option = { name: 'SBIN', expiry: '24NOV2026', strikePrice: digits, tradeVolume: digits, ...figures }
  expect(greeks[0]).toEqual({ ...option, optionType: 'CE' })
  expect(greeks[1]).toEqual({ ...option, optionType: 'PE' })
  const ranked = async (datatype: string) => call<object[]>('gainersLosers', { datatype, expirytype: 'NEAR' })
  for (const row of [...(await ranked('PercPriceGainers')), ...(await ranked('PercPriceLosers'))]) {
    expect(row).toEqual({
      tradingSymbol: name,
      percentChange: number,
      symbolToken: number,
      ltp: number,
      netChange: number,
    })
  }
  const interest = { opnInterest: number, netChangeOpnInterest: number }
  for (const row of [...(await ranked('PercOIGainers')), ...(await ranked('PercOILosers'))]) {
    expect(row).toEqual({ tradingSymbol: name, percentChange: number, symbolToken: number, ...interest })
  }
  expect(await call('putCallRatio')).toEqual(Array(3).fill({ pcr: number, tradingSymbol: name }))
  const kinds = ['Long Built Up', 'Short Built Up', 'Short Covering', 'Long Unwinding']
  const row = { symbolToken: digits, ltp: digits, netChange: digits, percentChange: digits, tradingSymbol: name }
  let rows = 0
  for (const datatype of kinds) {
    for (const each of await call<object[]>('oIBuildup', { datatype, expirytype: 'NEAR' })) {
      expect(each).toEqual({ ...row, opnInterest: digits, netChangeOpnInterest: digits })
      rows++
    }
  }
  expect(rows).toBeGreaterThan(0)
  const range = { exchange: 'NFO', interval: 'FIVE_MINUTE', fromdate: '2026-11-16 09:15', todate: '2026-11-16 09:25' }
  const history = await call('getOIData', { ...range, symboltoken: `${SBIN.token}1` })
  expect(history).toEqual(['09:15', '09:20', '09:25'].map((at) => ({ time: `2026-11-16T${at}:00+05:30`, oi: number })))
  expect(await call('getOIData', { ...range, symboltoken: '1' })).toEqual([])
})

test('the official client authorises sales once a day', async () => {
  const text = expect.any(String)
  const asked = await call<{ ReqId: string; BOID: string }>('verifyDis', { isin: 'INE062A01020', quantity: '1' })
  expect(asked).toEqual({ ReqId: text, ReturnURL: text, DPId: '33200', BOID: text, TransDtls: text, version: '1.1' })
  const statusOf = async () => {
    const { TransResDtls } = await call<{ TransResDtls: { RecordResDtls: object[] } }>('getTranStatus', {
      ReqId: asked.ReqId,
    })
    return TransResDtls
  }
  expect(await statusOf()).toMatchObject({ ReqId: asked.ReqId, ReqType: 'D', RecordResDtls: [{ Status: '0' }] })
  const tpin = { dpId: '33200', ReqId: asked.ReqId, boid: asked.BOID, pan: 'ABCPE1234F' }
  expect(await call('generateTPIN', tpin)).toBe(null)
  expect(await statusOf()).toMatchObject({ RecordResDtls: [{ Status: '1' }] })
  time.advanceBy(1_000)
  expect(await api['verifyDis']!({ isin: 'INE062A01020', quantity: '1' })).toMatchObject({
    status: false,
    errorcode: 'AG1000',
    data: { ReqId: asked.ReqId, TransDtls: null },
  })
})

test('the official client refreshes its tokens, logs out, and then gets an invalid-token error', async () => {
  await call('generateToken', session['refreshToken'])
  expect(await call('getProfile')).toMatchObject({ clientcode: account.clientCode })
  await call('logout', account.clientCode)
  expect(await api['getProfile']!()).toMatchObject({ success: false, errorCode: 'AG8001' })
})

test('40 of 40 calls of the official client were made', () => {
  const fresh = new official.SmartAPI({ api_key: 'x' })
  const all = Object.keys(fresh).filter((name) => typeof fresh[name] === 'function')
  expect(all.filter((name) => !called.has(name))).toEqual([])
  expect(all).toHaveLength(40)
})

function feedLogin() {
  return { clientcode: account.clientCode, apikey: account.apiKey, feedtype: session['feedToken'] }
}
