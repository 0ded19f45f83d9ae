// A stop that rests at the paper broker: its trigger, its changes and its fills.
import { expect, test } from 'vitest'
import type { Broker, BrokerOrder, OrderPrice, OrderRequest } from '../../ports.ts'
import { virtualTime } from '../../ports/virtual-time.ts'
import { paperBroker, type PaperSetup } from './paper-broker.ts'
import type { PaperQuote } from './paper-market.ts'

const START_MS = 600_000
const CLOSE_MS = START_MS + 3_600_000

/** A paper account on prices that the test sets, holding 10 shares bought at ₹100. */
async function open(options: Partial<PaperSetup> = {}) {
  const time = virtualTime(START_MS)
  const listeners = new Set<() => void>()
  let quote: PaperQuote = { lastPaise: 10_000, barStartMs: START_MS, barOpenPaise: 10_000, isOpening: false }
  const market = {
    quoteOf: () => quote,
    openUntilMs: () => CLOSE_MS,
    onTrade: (_: string, listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    candles: () => null,
  }
  const broker = paperBroker({ cashPaise: 1_000_000, market, fillModel: { slippageBps: 0 }, ...time, ...options })
  const received: BrokerOrder[] = []
  const trade = (lastPaise: number, isOpening = false) => {
    quote = { ...quote, lastPaise, isOpening }
    for (const listener of Array.from(listeners)) listener()
  }
  const request = (clientId: string, change: Partial<OrderRequest> = {}): OrderRequest => ({
    clientId,
    instrument: { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1 },
    side: 'SELL',
    quantity: 10,
    product: 'INTRADAY',
    purpose: 'PROTECT',
    price: { kind: 'STOP', triggerPaise: 9_900 },
    decidedAtMs: START_MS + 1,
    ...change,
  })
  const place = async (placed: OrderRequest) => {
    const outcome = await broker.place(placed)
    if (outcome.kind !== 'acknowledged') throw new Error(outcome.kind)
    time.advanceBy(1)
    return { brokerOrderId: outcome.brokerOrderId, request: placed }
  }
  await place(request('entry', { side: 'BUY', purpose: 'ENTRY', price: { kind: 'LIMIT', limitPaise: 10_000 } }))
  broker.watchOrders({ onOrder: (order) => received.push(order), onGap: () => {} })
  const find = (clientId: string) => findIn(broker, clientId)
  return { broker, time, trade, request, place, find, received }
}

async function findIn(broker: Broker, clientId: string): Promise<BrokerOrder | undefined> {
  const book = await broker.orderBook()
  return book.kind === 'answered' ? book.value.find((order) => order.clientId === clientId) : undefined
}

const limit = (limitPaise: number): OrderPrice => ({ kind: 'LIMIT', limitPaise })

test('a stop rests until its trigger, and its fill is announced after its rest', async () => {
  const { place, request, find, trade, received } = await open()
  await place(request('stop'))
  trade(9_905)
  expect(await find('stop')).toMatchObject({ state: 'RESTING', filledQuantity: 0 })
  trade(9_890)
  expect(await find('stop')).toMatchObject({ state: 'COMPLETE', filledQuantity: 10, averagePaise: 9_900 })
  expect(received.map(({ state }) => state)).toEqual(['RESTING', 'COMPLETE'])
})

test('after a gap beyond its limit a stop works as a limit order until the limit is reached', async () => {
  const { place, request, find, trade, received } = await open()
  await place(request('stop'))
  trade(9_000, true)
  trade(9_100)
  expect(await find('stop')).toMatchObject({ state: 'WORKING', filledQuantity: 0 })
  // Back above the trigger: it has been triggered and does not rest again.
  trade(9_660)
  expect(await find('stop')).toMatchObject({ state: 'COMPLETE', averagePaise: 9_655 })
  expect(received.map(({ state }) => state)).toEqual(['RESTING', 'WORKING', 'COMPLETE'])
})

test('a resting stop changes its trigger and quantity, and becomes a limit order under the same id', async () => {
  const { place, request, find, trade, broker, time } = await open()
  const placed = await place(request('stop'))
  const moved = await broker.modify(placed, { quantity: 8, price: { kind: 'STOP', triggerPaise: 9_950 } })
  expect(moved).toEqual({ kind: 'acknowledged', brokerOrderId: placed.brokerOrderId })
  time.advanceBy(1)
  expect(await find('stop')).toMatchObject({ state: 'RESTING', quantity: 8 })
  const outcome = await broker.modify(placed, { quantity: 10, price: limit(10_050) })
  expect(outcome).toEqual({ kind: 'acknowledged', brokerOrderId: placed.brokerOrderId })
  time.advanceBy(1)
  trade(9_900)
  expect(await find('stop')).toMatchObject({ state: 'WORKING', filledQuantity: 0 })
  trade(10_060)
  expect(await find('stop')).toMatchObject({ state: 'COMPLETE', filledQuantity: 10, averagePaise: 10_050 })
  const again = await broker.modify(placed, { quantity: 10, price: limit(10_000) })
  expect(again).toMatchObject({ kind: 'rejected', code: 'ORDER_ENDED', isRetryable: false })
})

test('a stop that an exit turns into a market order fills by the exit’s decision', async () => {
  const { place, request, find, trade, broker, time } = await open()
  const placed = await place(request('stop'))
  trade(10_100)
  await broker.modify(placed, { quantity: 10, price: { kind: 'MARKET', lastPaise: 10_100 } })
  time.advanceBy(1)
  expect(await find('stop')).toMatchObject({ state: 'COMPLETE', averagePaise: 10_100 })
})

test('an exit decided at a bar’s close waits for the next open, also as a change of the stop', async () => {
  const { place, request, find, trade, broker, time } = await open()
  const placed = await place(request('stop'))
  const price = { kind: 'MARKET', lastPaise: 10_000 } as const
  await broker.modify(placed, { quantity: 10, price, purpose: 'EXIT', decidedAtMs: START_MS + 60_000 })
  time.advanceBy(1)
  trade(10_010)
  expect(await find('stop')).toMatchObject({ state: 'WORKING', filledQuantity: 0 })
})

test('a resting stop that closes a position needs no margin, and a cancel ends it', async () => {
  const { place, request, find, broker } = await open()
  const funds = async () => {
    const answer = await broker.funds()
    return answer.kind === 'answered' ? answer.value : null
  }
  const before = await funds()
  const placed = await place(request('stop'))
  expect(await funds()).toEqual(before)
  expect(await broker.cancel(placed)).toMatchObject({ kind: 'acknowledged' })
  expect(await find('stop')).toMatchObject({ state: 'CANCELLED', filledQuantity: 0 })
})

test('an order fills in parts, and its quantity never falls to what is filled', async () => {
  const parts = [10, 4]
  const { place, request, find, trade, broker, time } = await open({ fillQuantity: (left) => parts.shift() ?? left })
  const placed = await place(request('stop'))
  trade(9_900)
  expect(await find('stop')).toMatchObject({ state: 'WORKING', quantity: 10, filledQuantity: 4, averagePaise: 9_900 })
  const refused = await broker.modify(placed, { quantity: 4, price: limit(9_800) })
  expect(refused).toMatchObject({ kind: 'rejected', code: 'QUANTITY_INVALID' })
  await broker.modify(placed, { quantity: 6, price: limit(9_800) })
  time.advanceBy(1)
  expect(await find('stop')).toMatchObject({ state: 'COMPLETE', quantity: 6, filledQuantity: 6, averagePaise: 9_900 })
  const trades = await broker.tradeBook()
  expect(trades.kind === 'answered' && trades.value.slice(1).map(({ quantity }) => quantity)).toEqual([4, 2])
})

test('an order restored with a partial fill fills only its rest', async () => {
  const { request } = await open()
  const entry = request('entry2', { side: 'BUY', purpose: 'ENTRY', price: limit(10_000) })
  const brokerOrderId = 'paper-entry2'
  const fill = { tradeId: 't1', brokerOrderId, side: 'BUY', quantity: 3, pricePaise: 9_990, atMs: START_MS } as const
  const { find, broker, time } = await open({
    before: [{ request: entry, brokerOrderId, trades: [fill], isWorking: true }],
  })
  time.advanceBy(1)
  expect(await find('entry2')).toMatchObject({ state: 'COMPLETE', filledQuantity: 10, averagePaise: 9_997 })
  const positions = await broker.positions()
  expect(positions.kind === 'answered' && positions.value[0]?.buyQuantity).toBe(20)
})
