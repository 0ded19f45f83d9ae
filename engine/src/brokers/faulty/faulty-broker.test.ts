import { MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import type { Broker, Tick, TickListener } from '../../ports.ts'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { virtualTime } from '../../ports/virtual-time.ts'
import { openFaultyBroker, valueOf } from '../testing/open-faulty-broker.ts'
import { plannedFaults } from '../testing/planned-faults.ts'
import { FAULT_NAMES, type FaultName, faultSwitch, swarmRates } from './fault-switch.ts'
import { faultyTicks } from './faulty-ticks.ts'

const idsIn = async (broker: Broker) => valueOf(await broker.orderBook()).map(({ clientId }) => clientId)

/** Places one order while one fault is injected. */
async function meet(fault: FaultName) {
  const faults = plannedFaults()
  const world = openFaultyBroker(faults)
  faults.plan(fault)
  const outcome = await world.settle(world.broker.place(world.request('a1')))
  return { ...world, outcome, faults }
}

test.each(['ANSWER_LOST', 'GATEWAY_DOWN', 'ANSWER_GARBLED'] as const)(
  '%s: the order is unknown to us and in the book',
  async (fault) => {
    const { outcome, truth } = await meet(fault)
    expect(outcome.kind).toBe('unknown')
    expect(await idsIn(truth)).toEqual(['a1'])
  },
)

test.each(['REQUEST_LOST', 'AUTH_REFUSED', 'SESSION_ENDS'] as const)(
  '%s: the order is unknown to us and not in the book',
  async (fault) => {
    const { outcome, truth } = await meet(fault)
    expect(outcome.kind).toBe('unknown')
    expect(await idsIn(truth)).toEqual([])
  },
)

test('ACCEPTED_LATE: the order is missing at first and in the book a minute later', async () => {
  const { outcome, truth, pass } = await meet('ACCEPTED_LATE')
  expect(outcome.kind).toBe('unknown')
  expect(await idsIn(truth)).toEqual([])
  await pass(61_000)
  expect(await idsIn(truth)).toEqual(['a1'])
})

test('RATE_REFUSED is retryable, ORDER_REFUSED is not, and neither reaches the broker', async () => {
  const rate = await meet('RATE_REFUSED')
  expect(rate.outcome).toMatchObject({ kind: 'rejected', isRetryable: true })
  const no = await meet('ORDER_REFUSED')
  expect(no.outcome).toMatchObject({ kind: 'rejected', isRetryable: false })
  expect([...(await idsIn(rate.truth)), ...(await idsIn(no.truth))]).toEqual([])
})

test('ORDER_REJECTED_LATE: an acknowledged order is rejected in the book and in an update, and cannot be cancelled', async () => {
  const { outcome, broker, received, pass, request, settle } = await meet('ORDER_REJECTED_LATE')
  if (outcome.kind !== 'acknowledged') throw new Error(outcome.kind)
  expect(valueOf(await broker.orderBook())).toMatchObject([{ clientId: 'a1', state: 'WORKING' }])
  await pass(2_000)
  expect(valueOf(await broker.orderBook())).toMatchObject([{ clientId: 'a1', state: 'REJECTED', filledQuantity: 0 }])
  expect(received).toMatchObject([{ clientId: 'a1', state: 'REJECTED' }])
  const cancelled = await settle(broker.cancel({ brokerOrderId: outcome.brokerOrderId, request: request('a1') }))
  expect(cancelled).toMatchObject({ kind: 'rejected' })
})

test('SESSION_ENDS: look-ups fail until the session is back, and never return an empty book', async () => {
  const { broker, pass } = await meet('SESSION_ENDS')
  expect((await broker.positions()).kind).toBe('unavailable')
  await pass(4_000)
  expect((await broker.positions()).kind).toBe('answered')
})

test('FILL_SPLIT: half of a fill appears first and all of it later, under the same two trade ids', async () => {
  const faults = plannedFaults()
  const { broker, pass, settle, request, received } = openFaultyBroker(faults)
  await settle(broker.place(request('a1')))
  faults.plan('FILL_SPLIT')
  await pass(2 * MINUTE_MS)
  expect(received.map(({ filledQuantity, state }) => [filledQuantity, state])).toEqual([
    [5, 'WORKING'],
    [10, 'COMPLETE'],
  ])
  const trades = valueOf(await broker.tradeBook())
  expect(trades.map(({ tradeId, quantity }) => [tradeId, quantity])).toEqual([
    ['paper-a1-1a', 5],
    ['paper-a1-1b', 5],
  ])
})

test('a stale, partial or duplicated book is correct the next time', async () => {
  const faults = plannedFaults()
  const { broker, settle, request } = openFaultyBroker(faults)
  await settle(broker.place(request('a1')))
  expect(await idsIn(broker)).toEqual(['a1'])
  await settle(broker.place(request('a2')))
  faults.plan('BOOK_STALE')
  expect(await idsIn(broker)).toEqual(['a1'])
  faults.plan('BOOK_DOUBLED')
  expect(await idsIn(broker)).toEqual(['a2', 'a1', 'a1', 'a2'])
  for (let order = 3; order < 20; order++) await settle(broker.place(request(`a${order}`, { quantity: 1 })))
  faults.plan('BOOK_PARTIAL')
  expect((await idsIn(broker)).length).toBeLessThan(19)
  expect((await idsIn(broker)).length).toBe(19)
})

test('updates are lost, duplicated or late', async () => {
  const count = async (fault: FaultName) => {
    const faults = plannedFaults()
    const { broker, pass, settle, request, received } = openFaultyBroker(faults)
    await settle(broker.place(request('a1')))
    faults.plan(fault)
    await pass(2 * MINUTE_MS)
    return received.length
  }
  expect([await count('UPDATE_LOST'), await count('UPDATE_DOUBLED'), await count('UPDATE_DELAYED')]).toEqual([0, 2, 1])
})

test('CLOCK_SKEWED: all times of the broker are off by the same few seconds', async () => {
  const faults = plannedFaults()
  faults.plan('CLOCK_SKEWED')
  const { broker, truth, pass, settle, request } = openFaultyBroker(faults)
  await settle(broker.place(request('a1')))
  await pass(2 * MINUTE_MS)
  const [order, real] = [valueOf(await broker.orderBook())[0]!, valueOf(await truth.orderBook())[0]!]
  const [trade, realTrade] = [valueOf(await broker.tradeBook())[0]!, valueOf(await truth.tradeBook())[0]!]
  const skewMs = order.updatedMs! - real.updatedMs!
  expect(Math.abs(skewMs)).toBeGreaterThan(0)
  expect(trade.atMs - realTrade.atMs).toBe(skewMs)
})

/** Places twenty orders under the seed's faults, then stops the faults. */
async function live(seed: number) {
  const randomness = seededRandomness(seed)
  const faults = faultSwitch(randomness, swarmRates(randomness))
  const world = openFaultyBroker(faults)
  const history: unknown[] = []
  for (let order = 0; order < 20; order++) {
    const options = { side: order % 2 === 0 ? 'BUY' : 'SELL', quantity: 7 } as const
    history.push(await world.settle(world.broker.place(world.request(`o${order}`, options))))
    history.push(await world.settle(world.broker.orderBook()))
    history.push(await world.settle(world.broker.tradeBook()))
    await world.pass(5_000)
  }
  faults.calm()
  await world.pass(3 * MINUTE_MS)
  return { ...world, history, faults }
}

test('the same seed injects the same faults', async () => {
  for (const seed of [1, 2, 3]) {
    const [one, other] = [await live(seed), await live(seed)]
    expect(JSON.stringify([one.history, one.received])).toBe(JSON.stringify([other.history, other.received]))
  }
})

test('after the faults the books contain every fill of the broker exactly once', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { broker, truth, exchange } = await live(seed)
    const sums = async (of: Broker) => {
      const sum = new Map<string, number>()
      for (const { brokerOrderId, quantity } of valueOf(await of.tradeBook())) {
        sum.set(brokerOrderId, (sum.get(brokerOrderId) ?? 0) + quantity)
      }
      return Object.fromEntries(sum)
    }
    expect(await sums(broker)).toEqual(await sums(truth))
    const real = valueOf(await broker.orderBook()).filter(({ state }) => state !== 'REJECTED')
    expect(real.map(({ brokerOrderId }) => brokerOrderId)).toEqual(
      valueOf(await truth.orderBook()).map(({ brokerOrderId }) => brokerOrderId),
    )
    exchange.close()
  }
})

test('every fault is enabled by some seed', () => {
  const met = new Set<string>()
  for (let seed = 1; seed <= 60; seed++)
    for (const name of Object.keys(swarmRates(seededRandomness(seed)))) met.add(name)
  expect([...met].toSorted()).toEqual([...FAULT_NAMES].toSorted())
})

test('a feed disconnects and reconnects, with duplicate, late and impossible ticks', () => {
  const time = virtualTime(0)
  const faults = plannedFaults()
  let line: TickListener | null = null
  const inner = { open: (_: readonly string[], listener: TickListener) => ((line = listener), () => {}) }
  const received: string[] = []
  faultyTicks(inner, faults, time.timers).open(['1'], {
    onTick: ({ sequence, pricePaise }) => received.push(`${sequence}@${pricePaise}`),
    onUp: () => received.push('up'),
    onDown: () => received.push('down'),
  })
  const tick = (sequence: number): Tick => ({
    token: '1',
    atMs: sequence,
    sequence,
    pricePaise: 100,
    lastQuantity: 1,
    dayVolume: sequence,
    previousClosePaise: 100,
  })
  line!.onUp()
  faults.plan('TICK_DOUBLED')
  line!.onTick(tick(1))
  faults.plan('TICK_DELAYED')
  line!.onTick(tick(2))
  line!.onTick(tick(3))
  time.advanceBy(300)
  faults.plan('TICK_INSANE')
  line!.onTick(tick(4))
  faults.plan('FEED_DROPS')
  line!.onTick(tick(5))
  time.advanceBy(121_000)
  line!.onTick(tick(6))
  expect(received).toEqual([
    'up',
    '1@100',
    '1@100',
    '3@100',
    '2@100',
    expect.stringMatching(/^4@(0|10000)$/),
    '4@100',
    'down',
    'up',
    '6@100',
  ])
})
