import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VirtualTime } from '../../seams/virtual-time.ts'
import { totpCode } from '../../totp/totp-code.ts'
import type { Exchange } from '../exchange.ts'
import type { ExchangeAccount } from '../exchange-account.ts'
import { openAccount } from '../open-account.ts'
import { openTestExchange } from '../testing/open-test-exchange.ts'
import { type RestAnswer, type RestClient, restClient } from '../testing/rest-client.ts'
import { type ExchangeServer, startExchangeServer } from './start-exchange-server.ts'

const SECURE = '/rest/secure/angelbroking'
const LOGIN = '/rest/auth/angelbroking/user/v1/loginByPassword'
const TOKENS = '/rest/auth/angelbroking/jwt/v1/generateTokens'

let exchange: Exchange
let time: VirtualTime
let server: ExchangeServer
let client: RestClient
let account: ExchangeAccount
let bugs: unknown[]

beforeEach(async () => {
  ;({ exchange, time } = openTestExchange())
  bugs = []
  server = await startExchangeServer(exchange, { onBug: (error) => bugs.push(error) })
  client = restClient(server.restUrl)
  account = openAccount(exchange, { clientCode: 'T100001' })
})

afterEach(async () => {
  client.close()
  await server.close()
  exchange.close()
  expect(bugs).toEqual([])
})

function loginBody(of = account) {
  return { clientcode: of.clientCode, password: of.mpin, totp: totpCode(of.totpSecret, exchange.clock.nowMs()) }
}

async function logIn(of = account): Promise<Record<string, string>> {
  const { json } = await client.post(LOGIN, loginBody(of), { 'X-PrivateKey': of.apiKey })
  const data = json.data as unknown as { jwtToken: string }
  return { 'X-PrivateKey': of.apiKey, Authorization: `Bearer ${data.jwtToken}` }
}

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
  expect(ltp.ltp).toBe(exchange.pits.get('3045')!.quote.lastPaise / 100)

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
