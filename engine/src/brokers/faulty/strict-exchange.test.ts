// Acknowledged is not done: the exchange behind the broker rejects later, and the broker's books lag behind both.
import { tickAtOrBelow } from '@trading-bot/core/instrument'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { SBIN } from '../../exchange/testing/open-test-exchange.ts'
import type { BrokerOrder, OrderChange, Tick, TickListener } from '../../ports.ts'
import { openFaultyBroker, valueOf } from '../testing/open-faulty-broker.ts'
import { plannedFaults } from '../testing/planned-faults.ts'
import { freakTicks } from './freak-ticks.ts'
import { laggingBooks } from './lagging-books.ts'
import { priceRanges } from './price-range.ts'
import { strictExchange } from './strict-exchange.ts'

/** Ten shares bought and a stop that rests one percent below, at an exchange with the faults of the test. */
async function open() {
  const faults = plannedFaults()
  const { truth, time, pass, settle, request, lastPaise } = openFaultyBroker(plannedFaults())
  const ranges = priceRanges(time.clock)
  const refusing: number[] = []
  const exchange = strictExchange(truth, {
    faults,
    ...time,
    ranges,
    onRefused: (_, untilMs) => refusing.push(untilMs),
  })
  const broker = laggingBooks(exchange, { faults, ...time })
  const received: BrokerOrder[] = []
  broker.watchOrders({ onOrder: (order) => received.push(order), onGap: () => {} })
  const priceAt = (share: number) => tickAtOrBelow(lastPaise() * share, SBIN.tickPaise)
  await broker.place(request('entry', { decidedAtMs: time.clock.nowMs() + 1 }))
  await pass(SECOND_MS)
  const triggerPaise = priceAt(0.99)
  const stop = request('stop', { side: 'SELL', purpose: 'PROTECT', price: { kind: 'STOP', triggerPaise } })
  const place = async (asked = stop) => settle(broker.place(asked))
  const change = (quantity: number, share: number): OrderChange => ({
    quantity,
    price: { kind: 'STOP', triggerPaise: priceAt(share) },
  })
  const row = async (clientId: string) => valueOf(await broker.orderBook()).find((order) => order.clientId === clientId)
  return { faults, broker, truth, time, pass, settle, stop, place, change, row, received, ranges, refusing, priceAt }
}

const PLACED = { brokerOrderId: 'paper-stop' }

test('CHANGE_REJECTED_LATE: the row keeps what it showed, and says why after a moment', async () => {
  const { faults, broker, pass, stop, place, change, row, received } = await open()
  await place()
  await pass(SECOND_MS)
  const before = await row('stop')
  faults.plan('CHANGE_REJECTED_LATE')
  received.length = 0
  expect(await broker.modify({ ...PLACED, request: stop }, change(10, 0.98))).toMatchObject({ kind: 'acknowledged' })
  expect(await row('stop')).toEqual(before)
  await pass(2 * SECOND_MS)
  const { triggerPaise, limitPaise, quantity } = before!
  const rejected = await row('stop')
  expect(rejected).toMatchObject({ state: 'RESTING', triggerPaise, limitPaise, quantity })
  expect(rejected!.text).not.toBe('')
  expect(rejected!.updatedMs).toBeGreaterThan(before!.updatedMs!)
  expect(received).toEqual([rejected])
  expect(await broker.modify({ ...PLACED, request: stop }, change(10, 0.98))).toMatchObject({ kind: 'acknowledged' })
  await pass(SECOND_MS)
  expect(await row('stop')).toMatchObject({ text: '' })
  expect((await row('stop'))!.triggerPaise).toBeLessThan(triggerPaise!)
})

test('STOP_MOVED: the trigger rests further from the market, and the order socket tells', async () => {
  const { faults, pass, place, row, received, stop } = await open()
  faults.plan('STOP_MOVED')
  await place()
  await pass(30 * SECOND_MS)
  const moved = await row('stop')
  expect(moved!.triggerPaise).toBeLessThan(stop.price.kind === 'STOP' ? stop.price.triggerPaise * 0.991 : 0)
  expect(received.at(-1)).toEqual(moved)
})

test('RMS_MOOD: for a while every order and change of the exit side is rejected, and no entry', async () => {
  const { faults, broker, truth, pass, stop, place, change, row, refusing } = await open()
  await place()
  await pass(SECOND_MS)
  faults.plan('RMS_MOOD')
  await broker.modify({ ...PLACED, request: stop }, change(10, 0.98))
  await place({ ...stop, clientId: 'second' })
  await place({ ...stop, clientId: 'entry2', purpose: 'ENTRY' })
  await pass(2 * SECOND_MS)
  expect((await row('stop'))!.text).toMatch(/^RMS/)
  expect(await row('second')).toMatchObject({ state: 'REJECTED' })
  expect(valueOf(await truth.orderBook()).map(({ clientId }) => clientId)).toEqual(['entry', 'stop', 'entry2'])
  expect(refusing).toHaveLength(2)
  await pass(30 * SECOND_MS)
  await place({ ...stop, clientId: 'third' })
  expect(await row('third')).toMatchObject({ state: 'RESTING' })
})

test('FREEZE: an order above the quantity is rejected, a smaller one is taken', async () => {
  const { faults, pass, place, stop, row } = await open()
  faults.plan('FREEZE')
  await place()
  await place({ ...stop, clientId: 'half', quantity: 5 })
  await pass(2 * SECOND_MS)
  expect(await row('stop')).toMatchObject({ state: 'REJECTED', text: expect.stringContaining('freeze') as string })
  expect(await row('half')).toMatchObject({ state: 'RESTING' })
})

test('a price outside the range is rejected while the range holds', async () => {
  const { time, ranges, pass, place, stop, row, priceAt } = await open()
  const fromMs = time.clock.nowMs()
  const range = { token: SBIN.token, lowPaise: priceAt(0.98), highPaise: priceAt(1.02) }
  ranges.set({ ...range, fromMs, untilMs: fromMs + MINUTE_MS })
  // The trigger is inside, the limit of the stop is not.
  await place()
  const limit = { kind: 'LIMIT', limitPaise: priceAt(1.01) } as const
  await place({ ...stop, clientId: 'inside', price: limit })
  await pass(2 * SECOND_MS)
  expect(await row('stop')).toMatchObject({ state: 'REJECTED', text: expect.stringContaining('16284') as string })
  expect(await row('inside')).toMatchObject({ state: 'WORKING' })
  await pass(MINUTE_MS)
  await place({ ...stop, clientId: 'later' })
  expect(await row('later')).toMatchObject({ state: 'RESTING' })
})

test('ROWS_LAG: one source shows what was some seconds ago, the others and the socket do not', async () => {
  const { faults, broker, pass, place, received } = await open()
  await pass(10 * SECOND_MS)
  await place()
  await pass(1)
  faults.plan('ROWS_LAG')
  expect(valueOf(await broker.orderBook()).map(({ clientId }) => clientId)).toEqual(['entry'])
  expect(valueOf(await broker.tradeBook())).toHaveLength(1)
  expect(valueOf(await broker.positions())).toMatchObject([{ buyQuantity: 10 }])
  expect(received.at(-1)).toMatchObject({ clientId: 'stop' })
  await pass(MINUTE_MS)
  expect(valueOf(await broker.orderBook())).toHaveLength(2)
})

test('ROWS_LAG: positions of a moment ago lack the trades since', async () => {
  const { faults, broker, time, place, stop, pass } = await open()
  await pass(10 * SECOND_MS)
  await place({
    ...stop,
    clientId: 'more',
    side: 'BUY',
    price: { kind: 'MARKET', lastPaise: 1 },
    decidedAtMs: time.clock.nowMs() + 1,
  })
  await pass(1)
  faults.plan('ROWS_LAG')
  expect(valueOf(await broker.positions())).toMatchObject([{ buyQuantity: 10 }])
  await pass(MINUTE_MS)
  expect(valueOf(await broker.positions())).toMatchObject([{ buyQuantity: 20 }])
})

test('TRADE_MISSING: the row is complete, its trade appears minutes later', async () => {
  const { faults, broker, pass, row } = await open()
  faults.plan('TRADE_MISSING')
  expect(valueOf(await broker.tradeBook())).toEqual([])
  expect(await row('entry')).toMatchObject({ state: 'COMPLETE' })
  await pass(30 * SECOND_MS)
  expect(valueOf(await broker.tradeBook())).toEqual([])
  await pass(3 * MINUTE_MS)
  expect(valueOf(await broker.tradeBook())).toHaveLength(1)
})

test('TAG_AND_ANSWER_LOST: the order rests, nobody said so, and its tag comes back minutes later', async () => {
  const { faults, broker, truth, pass, place, row, received } = await open()
  faults.plan('TAG_AND_ANSWER_LOST')
  expect(await place()).toMatchObject({ kind: 'unknown' })
  expect(valueOf(await truth.orderBook())).toHaveLength(2)
  expect(valueOf(await broker.orderBook()).map(({ clientId }) => clientId)).toEqual(['entry', ''])
  expect(received.at(-1)).toMatchObject({ brokerOrderId: 'paper-stop', clientId: '' })
  await pass(3 * MINUTE_MS)
  expect(await row('stop')).toMatchObject({ state: 'RESTING' })
})

test('FREAK_TICK: one tick is far from the market, and the next is not', () => {
  const faults = plannedFaults()
  let line: TickListener | null = null
  const inner = { open: (_: readonly string[], listener: TickListener) => ((line = listener), () => {}) }
  const prices: number[] = []
  freakTicks(inner, faults).open(['1'], {
    onTick: ({ pricePaise }) => prices.push(pricePaise),
    onUp: () => {},
    onDown: () => {},
  })
  const tick: Tick = {
    token: '1',
    atMs: 0,
    sequence: 0,
    pricePaise: 10_000,
    lastQuantity: 1,
    dayVolume: 1,
    previousClosePaise: 10_000,
  }
  line!.onTick(tick)
  faults.plan('FREAK_TICK')
  line!.onTick(tick)
  line!.onTick(tick)
  const [before, freak, after] = prices
  expect([before, after]).toEqual([10_000, 10_000])
  expect(Math.abs(freak! - 10_000)).toBeGreaterThanOrEqual(200)
  expect(Math.abs(freak! - 10_000)).toBeLessThanOrEqual(1_900)
})
