// Faults around resting stops and exits: modifications, cancels, tags, foreign rows, positions, partial fills, silence.
import { MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { SBIN } from '../../exchange/testing/open-test-exchange.ts'
import type { BrokerOrder, Tick, TickListener } from '../../ports.ts'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { virtualTime } from '../../ports/virtual-time.ts'
import { openFaultyBroker, valueOf } from '../testing/open-faulty-broker.ts'
import { plannedFaults } from '../testing/planned-faults.ts'
import { type FaultSwitch, faultSwitch } from './fault-switch.ts'
import { faultyTicks } from './faulty-ticks.ts'
import { fillSplits } from './fill-splits.ts'
import { partialFills } from './partial-fills.ts'
import { stalePositions } from './faulty-books.ts'

/** A faulty broker with a bought position of 10 shares and a stop that rests four percent below. */
async function open<Faults extends FaultSwitch>(faults: Faults) {
  const world = openFaultyBroker(faults, { fillQuantity: partialFills(faults) })
  const { truth, pass, received, request } = world
  const lastPaise = world.lastPaise()
  const decidedAtMs = world.time.clock.nowMs() + 1
  await truth.place(request('entry', { decidedAtMs }))
  await pass(1_000)
  const triggerPaise = Math.round((lastPaise * 0.96) / SBIN.tickPaise) * SBIN.tickPaise
  const price = { kind: 'STOP', triggerPaise } as const
  const stop = request('stop', { side: 'SELL', purpose: 'PROTECT', price, decidedAtMs: decidedAtMs + 1_000 })
  await truth.place(stop)
  await pass(1_000)
  received.length = 0
  const placed = { brokerOrderId: 'paper-stop', request: stop }
  const limitPaise = Math.round((lastPaise * 0.995) / SBIN.tickPaise) * SBIN.tickPaise
  const exit = { quantity: 10, price: { kind: 'LIMIT', limitPaise } } as const
  const stopNow = async () => valueOf(await truth.orderBook()).find(({ clientId }) => clientId === 'stop')
  return { ...world, faults, placed, exit, stopNow }
}

test.each([
  ['REQUEST_LOST', 'unknown', 'RESTING'],
  ['ANSWER_LOST', 'unknown', 'COMPLETE'],
  ['ANSWER_DELAYED', 'acknowledged', 'COMPLETE'],
  ['MODIFY_REFUSED', 'rejected', 'RESTING'],
  ['TOKEN_REFUSED', 'rejected', 'RESTING'],
] as const)('%s: a modification is %s and leaves the order %s', async (fault, kind, state) => {
  const { broker, faults, settle, pass, placed, exit, stopNow } = await open(plannedFaults())
  faults.plan(fault)
  const outcome = await settle(broker.modify(placed, exit))
  await pass(1_000)
  expect([outcome.kind, (await stopNow())?.state]).toEqual([kind, state])
})

test('TOKEN_REFUSED is retryable for place, modify and cancel, and nothing reaches the broker', async () => {
  const { broker, truth, faults, settle, placed, exit, stopNow } = await open(plannedFaults())
  const acts = [
    () => broker.place({ ...placed.request, clientId: 'again' }),
    () => broker.modify(placed, exit),
    () => broker.cancel(placed),
  ]
  for (const act of acts) {
    faults.plan('TOKEN_REFUSED')
    expect(await settle(act())).toMatchObject({ kind: 'rejected', code: 'NO_SESSION', isRetryable: true })
  }
  expect((await stopNow())?.state).toBe('RESTING')
  expect(valueOf(await truth.orderBook())).toHaveLength(2)
})

test('LATE_CANCEL: an acknowledged cancel takes effect seconds later', async () => {
  const { broker, faults, settle, pass, placed, stopNow } = await open(plannedFaults())
  faults.plan('LATE_CANCEL')
  expect(await settle(broker.cancel(placed))).toMatchObject({ kind: 'acknowledged' })
  expect((await stopNow())?.state).toBe('RESTING')
  await pass(11_000)
  expect((await stopNow())?.state).toBe('CANCELLED')
})

test('LATE_CANCEL: an order that fills first stays filled', async () => {
  const { broker, faults, settle, pass, placed, exit, stopNow, truth } = await open(plannedFaults())
  faults.plan('LATE_CANCEL')
  await settle(broker.cancel(placed))
  await truth.modify(placed, exit)
  await pass(11_000)
  expect(await stopNow()).toMatchObject({ state: 'COMPLETE', filledQuantity: 10 })
})

test('DROPS_TAGS: a book and an update lack our client ids, and the next ones have them', async () => {
  const { broker, faults, settle, placed, exit, received, pass } = await open(plannedFaults())
  faults.plan('DROPS_TAGS')
  const tags = async () => valueOf(await settle(broker.orderBook())).map(({ clientId }) => clientId)
  expect([await tags(), await tags()]).toEqual([
    ['', ''],
    ['entry', 'stop'],
  ])
  faults.plan('DROPS_TAGS')
  await settle(broker.modify(placed, exit))
  await pass(1_000)
  expect(received.map(({ clientId, state }) => [clientId, state])).toEqual([
    ['', 'WORKING'],
    ['stop', 'COMPLETE'],
  ])
})

test('FOREIGN_ROWS: an unreadable row of somebody else stands in the book once', async () => {
  const { broker, faults, settle } = await open(plannedFaults())
  faults.plan('FOREIGN_ROWS')
  const states = async () => valueOf(await settle(broker.orderBook())).map(({ state }) => state)
  expect(await states()).toEqual(['UNREADABLE', 'COMPLETE', 'RESTING'])
  expect(await states()).toEqual(['COMPLETE', 'RESTING'])
})

test('STALE_POSITIONS: the answer is the one before, or a flat account, and right the next time', () => {
  const held = { token: SBIN.token, product: 'INTRADAY', buyQuantity: 10, buyValuePaise: 800_000 } as const
  const old = [{ ...held, sellQuantity: 0, sellValuePaise: 0 }]
  const now = [{ ...held, sellQuantity: 10, sellValuePaise: 800_500 }]
  const flat = [{ ...held, buyQuantity: 0, buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 }]
  const seen = new Set<string>()
  for (let seed = 1; seed <= 20; seed++) {
    const faults = { ...plannedFaults(), randomness: seededRandomness(seed) }
    const positions = stalePositions(faults)
    expect(positions({ kind: 'answered', value: old })).toEqual({ kind: 'answered', value: old })
    faults.plan('STALE_POSITIONS')
    seen.add(JSON.stringify(valueOf(positions({ kind: 'answered', value: now }))))
    expect(positions({ kind: 'answered', value: now })).toEqual({ kind: 'answered', value: now })
  }
  expect([...seen].toSorted()).toEqual([old, [], flat].map((value) => JSON.stringify(value)).toSorted())
})

test('POSITIONS_UNAVAILABLE: there is no answer, which is not a flat account', async () => {
  const { broker, faults, settle } = await open(plannedFaults())
  faults.plan('POSITIONS_UNAVAILABLE')
  expect((await settle(broker.positions())).kind).toBe('unavailable')
  expect(valueOf(await settle(broker.positions()))).toHaveLength(1)
})

test('PARTIAL_FILL: an exit fills in parts, also after it was modified, and loses or doubles no share', async () => {
  const counts = new Set<number>()
  for (let seed = 1; seed <= 6; seed++) {
    const faults = faultSwitch(seededRandomness(seed), { PARTIAL_FILL: 0.7 })
    const { broker, settle, pass, placed, exit, truth, stopNow } = await open(faults)
    await settle(broker.modify(placed, exit))
    await pass(10)
    const half = await stopNow()
    if (half?.state === 'WORKING') expect(half.filledQuantity).toBeLessThan(10)
    faults.calm()
    await pass(2 * MINUTE_MS)
    const trades = valueOf(await truth.tradeBook()).filter(({ side }) => side === 'SELL')
    expect(await stopNow()).toMatchObject({ state: 'COMPLETE', filledQuantity: 10 })
    expect(trades.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10)
    expect(trades.every(({ quantity }) => quantity > 0)).toBe(true)
    counts.add(trades.length)
  }
  expect(Math.max(...counts)).toBeGreaterThan(1)
})

test('FILL_SPLIT: an order does not look ended before all its fills are visible', () => {
  const time = virtualTime(0)
  const faults = plannedFaults()
  const splits = fillSplits({ faults, ...time })
  const cancelled: BrokerOrder = {
    brokerOrderId: '1',
    clientId: 'stop',
    token: SBIN.token,
    side: 'SELL',
    quantity: 10,
    filledQuantity: 6,
    averagePaise: 100,
    state: 'CANCELLED',
    text: '',
    updatedMs: 0,
  }
  faults.plan('FILL_SPLIT')
  expect(splits.seenOrder(cancelled)).toMatchObject({ state: 'WORKING', filledQuantity: 3 })
  time.advanceBy(11_000)
  expect(splits.seenOrder(cancelled)).toEqual(cancelled)
})

test('FROZEN_TICKS: the feed stays connected and silent for 20 to 90 seconds, and calm starts no new silence', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const time = virtualTime(0)
    const faults = faultSwitch(seededRandomness(seed), { FROZEN_TICKS: 1 })
    let line: TickListener | null = null
    const inner = { open: (_: readonly string[], listener: TickListener) => ((line = listener), () => {}) }
    const received: string[] = []
    faultyTicks(inner, faults, time.timers).open(['1'], {
      onTick: ({ atMs }) => received.push(String(atMs)),
      onUp: () => received.push('up'),
      onDown: () => received.push('down'),
    })
    const tick = (atMs: number): Tick => ({
      token: '1',
      atMs,
      sequence: atMs,
      pricePaise: 100,
      lastQuantity: 1,
      dayVolume: atMs,
      previousClosePaise: 100,
    })
    line!.onUp()
    line!.onTick(tick(0))
    faults.calm()
    for (let second = 1; second <= 91; second++) {
      time.advanceBy(1_000)
      line!.onTick(tick(second * 1_000))
    }
    expect(received[0]).toBe('up')
    expect(received).not.toContain('down')
    const firstMs = Number(received[1])
    expect(firstMs).toBeGreaterThanOrEqual(20_000)
    expect(firstMs).toBeLessThanOrEqual(90_000)
    expect(received).toHaveLength(1 + 91 - firstMs / 1_000 + 1)
  }
})
