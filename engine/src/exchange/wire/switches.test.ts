// What the exchange does seldom, switched on over the wire, and what a client then sees of its orders.
import { isAboutFreeze, isAboutPrice } from '@trading-bot/core/trading/account/orders/refused-changes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StartedExchange, startTestExchange } from '../testing/start-test-exchange.ts'

const ORDERS = '/rest/secure/angelbroking/order/v1'

let started: StartedExchange
let headers: Record<string, string>
beforeEach(async () => {
  started = await startTestExchange({ hasSwitches: true })
  headers = (await started.logIn()).headers
})
afterEach(() => started.close())

const turn = async (name: string, body: unknown) => {
  const { status, json } = await started.client.post(`/switches/${name}`, body)
  return { status, ...(json as unknown as { error?: string; done?: string }) }
}

type Row = { readonly orderid: string; readonly status: string; readonly text: string; readonly filledshares: string }

async function rows(): Promise<readonly Row[]> {
  started.time.advanceBy(1_000)
  const { json } = await started.client.get(`${ORDERS}/getOrderBook`, headers)
  return json.data as unknown as Row[]
}

/** Places an order and returns its row a second later. */
async function place(change: Record<string, string> = {}): Promise<Row> {
  const order = {
    variety: 'NORMAL',
    tradingsymbol: 'SBIN-EQ',
    symboltoken: '3045',
    transactiontype: 'BUY',
    exchange: 'NSE',
    ordertype: 'MARKET',
    producttype: 'INTRADAY',
    duration: 'DAY',
    price: '0',
    quantity: '10',
    ...change,
  }
  const { json } = await started.client.post(`${ORDERS}/placeOrder`, order, headers)
  const { orderid } = json.data as unknown as { orderid: string }
  return (await rows()).find((row) => row.orderid === orderid)!
}

test('freeze: a larger order is acknowledged and then rejected, as the engine reads it; 0 is the usual quantity again', async () => {
  expect(await turn('freeze', { symboltoken: '3045', quantity: 5 })).toEqual({ status: 200, done: 'freeze' })
  const frozen = await place()
  expect(frozen).toMatchObject({ status: 'rejected', filledshares: '0' })
  expect(isAboutFreeze(frozen.text)).toBe(true)
  expect((await place({ quantity: '5' })).status).toBe('complete')
  await turn('freeze', { symboltoken: '3045', quantity: 0 })
  expect((await place()).status).toBe('complete')
})

test('circuit: nothing is sold at the lower limit and prices beyond it are rejected, until it ends', async () => {
  expect(await turn('circuit', { symboltoken: '3045', limit: 'LOWER', seconds: 60 })).toMatchObject({ status: 200 })
  const sold = await place({ transactiontype: 'SELL' })
  expect(sold).toMatchObject({ status: 'open', filledshares: '0' })
  const beyond = await place({ ordertype: 'LIMIT', price: '1' })
  expect(beyond.status).toBe('rejected')
  expect(isAboutPrice({ reason: beyond.text })).toBe(true)
  started.time.advanceBy(90_000)
  expect((await rows()).find(({ orderid }) => orderid === sold.orderid)!.status).toBe('complete')
})

test('risk: every order of the account is rejected for a time, with the text that was given', async () => {
  const text = 'RMS:Rule: Auto square off block'
  const blocked = { clientcode: started.account.clientCode, seconds: 30, text }
  expect(await turn('risk', blocked)).toMatchObject({ status: 200 })
  expect(await place()).toMatchObject({ status: 'rejected', text })
  started.time.advanceBy(30_000)
  expect((await place()).status).toBe('complete')
})

test.each([
  ['freeze', { symboltoken: '9', quantity: 5 }, 'There is no symboltoken 9.'],
  ['freeze', { symboltoken: '3045', quantity: -1 }, 'quantity is a whole number, 0 for the usual one.'],
  ['circuit', { symboltoken: '3045', limit: 'UP', seconds: 5 }, 'limit is UPPER or LOWER.'],
  ['circuit', { symboltoken: '3045', limit: 'UPPER', seconds: -5 }, 'seconds is a number from 0 to 86400.'],
  ['risk', { clientcode: 'nobody', seconds: 5 }, 'There is no clientcode nobody.'],
  ['risk', [], 'The body is not a JSON object.'],
])('a %s switch that says nothing possible is refused with the reason', async (name, body, error) => {
  expect(await turn(name, body)).toEqual({ status: 400, error })
})

test('unknown switches are not found, and an exchange that was not asked for switches has none', async () => {
  expect(await turn('unknown', {})).toMatchObject({ status: 404, error: 'Switches are freeze, circuit, risk.' })
  const plain = await startTestExchange()
  const { status } = await plain.client.post('/switches/freeze', { symboltoken: '3045', quantity: 5 })
  await plain.close()
  expect(status).toBe(404)
})
