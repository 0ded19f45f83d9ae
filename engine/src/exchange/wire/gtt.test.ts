import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccount } from '../accounts/open-account.ts'
import { SBIN } from '../testing/open-test-exchange.ts'
import { type StartedExchange, startTestExchange } from '../testing/start-test-exchange.ts'

const GTT = '/rest/secure/angelbroking/gtt/v1'
const BOOK = '/rest/secure/angelbroking/order/v1/getOrderBook'

let exchange: StartedExchange['exchange']
let time: StartedExchange['time']
let client: StartedExchange['client']
let account: StartedExchange['account']
let headers: Record<string, string>
let started: StartedExchange

beforeEach(async () => {
  started = await startTestExchange()
  ;({ exchange, time, client, account } = started)
  ;({ headers } = await started.logIn())
})
afterEach(() => started.close())

const ask = async (call: string, body: object, as = headers) => (await client.post(`${GTT}/${call}`, body, as)).json
const lastPaise = () => exchange.books.get(SBIN.token)!.quote.lastPaise
const statusOf = async (id: string) => (await ask('ruleDetails', { id })).data as unknown as { status: string }

function ruleAt(triggerPaise: number, change: object = {}) {
  return {
    tradingsymbol: SBIN.symbol,
    symboltoken: SBIN.token,
    exchange: 'NSE',
    transactiontype: 'BUY',
    producttype: 'DELIVERY',
    price: String((triggerPaise + 500) / 100),
    qty: '10',
    triggerprice: String(triggerPaise / 100),
    disclosedqty: '0',
    timeperiod: '20',
    ...change,
  }
}

async function create(triggerPaise: number, change: object = {}): Promise<string> {
  const answer = await ask('createRule', ruleAt(triggerPaise, change))
  expect(answer).toMatchObject({ status: true, message: 'SUCCESS', data: { id: expect.any(String) } })
  return (answer.data as unknown as { id: string }).id
}

test('a rule waits until the price has come to its trigger, and then places its order once', async () => {
  const id = await create(lastPaise() + 10)
  expect(await statusOf(id)).toMatchObject({ status: 'NEW', qty: 10, transactiontype: 'BUY', producttype: 'DELIVERY' })
  for (let minute = 0; minute < 600 && exchange.waitingRules.size > 0; minute++) time.advanceBy(1_000)
  expect(await statusOf(id)).toMatchObject({ status: 'SENTTOEXCHANGE' })
  time.advanceBy(60_000)
  const { data } = (await client.get(BOOK, headers)).json
  expect(data).toMatchObject([{ tradingsymbol: SBIN.symbol, quantity: '10', producttype: 'DELIVERY' }])
  expect(data).toHaveLength(1)
})

test('a rule below the price waits for a fall', async () => {
  const far = await create(lastPaise() - 20_000)
  const near = await create(lastPaise() - 10, { transactiontype: 'SELL' })
  for (let minute = 0; minute < 600 && exchange.waitingRules.size > 1; minute++) time.advanceBy(1_000)
  expect([await statusOf(far), await statusOf(near)]).toMatchObject([{ status: 'NEW' }, { status: 'SENTTOEXCHANGE' }])
})

test('a rule is modified, cancelled once, and listed by its status', async () => {
  const [first, second] = [await create(lastPaise() + 50_000), await create(lastPaise() - 50_000)]
  const change = { id: first, ...ruleAt(lastPaise() + 60_000, { qty: '7' }) }
  expect(await ask('modifyRule', change)).toMatchObject({ status: true, data: { id: first } })
  expect(await ask('cancelRule', { id: second })).toMatchObject({ status: true, data: { id: second } })
  expect(await ask('cancelRule', { id: second })).toMatchObject({ status: false, errorcode: 'AB9013' })
  const list = async (status: string[], page = 1) => (await ask('ruleList', { status, page, count: 1 })).data
  expect(await list(['NEW'])).toMatchObject([{ id: first, qty: 7 }])
  expect(await list(['CANCELLED'])).toMatchObject([{ id: second }])
  expect(await list(['FORALL'], 2)).toMatchObject([{ id: second }])
})

test('a rule ends after its days', async () => {
  const id = await create(lastPaise() - 30_000, { timeperiod: '1' })
  time.advanceBy(25 * 3_600_000)
  expect(account.gttRules.get(id)).toMatchObject({ status: 'CANCELLED' })
})

test('a rule of somebody else is not there', async () => {
  const id = await create(lastPaise() + 50_000)
  const { headers: stranger } = await started.logIn(openAccount(exchange))
  for (const call of ['ruleDetails', 'cancelRule', 'modifyRule']) {
    expect(await ask(call, { id, ...ruleAt(lastPaise()) }, stranger)).toMatchObject({ errorcode: 'AB9013' })
  }
})

test.each([
  ['AB9006', { qty: '0' }],
  ['AB9006', { qty: '1.5' }],
  ['AB9007', { disclosedqty: '11' }],
  ['AB9008', { price: '-1' }],
  ['AB9009', { triggerprice: 'high' }],
  ['AB9010', { exchange: 'MCX' }],
  ['AB9011', { symboltoken: '1' }],
  ['AB9014', { transactiontype: 'HOLD' }],
  ['AB9015', { producttype: 'INTRADAY' }],
  ['AB9016', { timeperiod: '400' }],
])('%s is answered to a rule with %j', async (errorcode, change) => {
  expect(await ask('createRule', ruleAt(lastPaise(), change))).toMatchObject({ status: false, errorcode, data: null })
})

test.each([
  ['AB9004', { status: [], page: 1, count: 10 }],
  ['AB9004', { status: 'NEW', page: 1, count: 10 }],
  ['AB9017', { status: ['NEW'], page: 0, count: 10 }],
  ['AB9018', { status: ['NEW'], page: 1, count: 'all' }],
])('%s is answered to a list of %j', async (errorcode, wanted) => {
  expect(await ask('ruleList', wanted)).toMatchObject({ status: false, errorcode })
})
