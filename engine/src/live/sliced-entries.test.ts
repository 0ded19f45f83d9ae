// An entry above the exchange's freeze quantity goes in slices, each a position of its own with its own stop.
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { indiaDayNumber, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { UNKNOWN } from './testing/broker-answers.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'
import { showPositions } from './testing/trade-by-hand.ts'

type Bench = Awaited<ReturnType<typeof openLiveBench>>

/** The exchange takes no order above so many shares; told a moment after its acknowledgement, or at once. */
async function openFrozen(most: number, isToldAtOnce = false) {
  const bench = await openLiveBench({ instance: WITH_STOP })
  bench.broker.answers = [
    (request) => {
      const sentence = '17070: The quantity is above the freeze quantity'
      if (request.quantity > most && isToldAtOnce)
        return { kind: 'rejected', code: 'FREEZE', sentence, isRetryable: false }
      const outcome = bench.broker.accept(request)
      if (request.quantity > most) bench.broker.end(request.clientId, 'REJECTED', sentence)
      return outcome
    },
  ]
  return bench
}

/** Fills the entry that works, as the market would, and lets the engine see it. */
async function fillEntry(bench: Bench, quantity?: number) {
  const line = bench.broker.lines.findLast(({ state, side }) => state === 'WORKING' && side === 'BUY')!
  bench.broker.fill(line.clientId, quantity ?? line.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
}

const entries = (bench: Bench) => bench.orders().filter(({ purpose }) => purpose === 'ENTRY')
const stops = (bench: Bench) => bench.broker.lines.filter(({ state }) => state === 'RESTING')
const inUse = (bench: Bench) => bench.account()!.core.longCapital.inUsePaise

test.each([
  ['a moment after its acknowledgement', false],
  ['at once', true],
])('an entry refused for its quantity %s is tried again in slices, each with its own stop', async (_, isToldAtOnce) => {
  const bench = await openFrozen(60, isToldAtOnce)
  await bench.signal(ENTER_LONG)
  await bench.pass(3 * SECOND_MS)
  expect(entries(bench).map(({ quantity, state }) => [quantity, state])).toEqual([
    [100, 'REJECTED'],
    [50, 'ACKNOWLEDGED'],
  ])
  // The capital of the whole entry stays reserved while its slices come in.
  expect(inUse(bench)).toBe(100 * PRICE_PAISE)
  await fillEntry(bench)
  expect(inUse(bench)).toBe(100 * PRICE_PAISE)
  expect(stops(bench).map(({ quantity }) => quantity)).toEqual([50])
  await fillEntry(bench)
  expect(stops(bench).map(({ quantity }) => quantity)).toEqual([50, 50])
  expect(bench.held()).toBe(100)
  expect(inUse(bench)).toBe(100 * PRICE_PAISE)
  expect(new Set(entries(bench).map(({ clientId }) => clientId)).size).toBe(3)
  expect(bench.account()!.core.entriesToday).toBe(1)
  expect(bench.memory.rows.notices).toEqual([])
})

test('once the quantity is known, an entry begins in slices, and one exit signal closes all of them', async () => {
  const bench = await openFrozen(60)
  bench.engine().markets.real.context.freezes.set('3045', { dayNumber: indiaDayNumber(bench.clock.nowMs()), most: 40 })
  await bench.signal(ENTER_LONG)
  for (const quantity of [40, 40, 20]) {
    expect(bench.broker.lines.findLast(({ side }) => side === 'BUY')).toMatchObject({ state: 'WORKING', quantity })
    await fillEntry(bench)
  }
  expect(entries(bench)).toHaveLength(3)
  expect(stops(bench).map(({ quantity }) => quantity)).toEqual([40, 40, 20])
  await bench.signal(EXIT_LONG)
  const exits = bench.broker.lines.filter(({ side }) => side === 'SELL')
  expect(exits.map(({ state, quantity }) => [state, quantity])).toEqual([
    ['WORKING', 40],
    ['WORKING', 40],
    ['WORKING', 20],
  ])
  for (const [index, { clientId, quantity }] of exits.entries()) {
    bench.broker.fill(clientId, quantity, PRICE_PAISE)
    bench.broker.publishUpdate()
    await bench.pass(3 * SECOND_MS)
    expect(inUse(bench)).toBe([60, 20, 0][index]! * PRICE_PAISE)
  }
  expect(bench.held()).toBe(0)
  const { core, positions } = bench.account()!
  expect(core.slots[0]).toMatchObject({ side: 0, pendingSide: 0, quantity: 0, pendingExit: null })
  const booked = bench.orders().reduce((sum, { pnlPaise }) => sum + (pnlPaise ?? 0), 0)
  expect(core.realisedPaise).toBe(booked)
  expect(core.longCapital.realisedPaise).toBe(booked)
  expect(positions.size).toBe(0)
})

test('no further slice is entered once the stop of one has been triggered', async () => {
  const bench = await openFrozen(60)
  await bench.signal(ENTER_LONG)
  await bench.pass(3 * SECOND_MS)
  await fillEntry(bench)
  const [stop] = stops(bench)
  bench.broker.fill(stop!.clientId, 50, PRICE_PAISE * 0.99)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  // The second slice was on its way: it is cancelled, and nothing else is bought.
  const second = bench.broker.lines.findLast(({ side }) => side === 'BUY')!
  expect(bench.broker.cancelled).toContain(second.brokerOrderId)
  bench.broker.end(second.clientId, 'CANCELLED')
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(bench.held()).toBe(0)
  expect(inUse(bench)).toBe(0)
  expect(entries(bench)).toHaveLength(3)
})

test('a slice that fills partly is protected, and the rest of the entry is given up with it', async () => {
  const bench = await openFrozen(60)
  await bench.signal(ENTER_LONG)
  await bench.pass(3 * SECOND_MS)
  await fillEntry(bench)
  await fillEntry(bench, 20)
  expect(stops(bench).map(({ quantity }) => quantity)).toEqual([50, 20])
  bench.broker.end(bench.broker.lines.findLast(({ side }) => side === 'BUY')!.clientId, 'CANCELLED')
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(bench.held()).toBe(70)
  expect(inUse(bench)).toBe(70 * PRICE_PAISE)
  expect(entries(bench)).toHaveLength(3)
})

test('a restart amid the slices sends none of them twice, keeps their capital and counts one entry', async () => {
  const bench = await openFrozen(60)
  await bench.signal(ENTER_LONG)
  await bench.pass(3 * SECOND_MS)
  await bench.restart()
  expect(inUse(bench)).toBe(100 * PRICE_PAISE)
  await fillEntry(bench)
  bench.broker.held = [
    { token: '3045', product: 'INTRADAY', buyQuantity: 50, buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 },
  ]
  await bench.restart()
  expect(inUse(bench)).toBe(100 * PRICE_PAISE)
  expect(bench.account()!.core.entriesToday).toBe(1)
  await fillEntry(bench)
  expect(entries(bench).map(({ quantity }) => quantity)).toEqual([100, 50, 50])
  expect(stops(bench).map(({ quantity }) => quantity)).toEqual([50, 50])
  expect(inUse(bench)).toBe(100 * PRICE_PAISE)
})

test('a stopped bot enters no further slice and keeps the stops of those it has', async () => {
  const bench = await openFrozen(60)
  await bench.signal(ENTER_LONG)
  await bench.pass(3 * SECOND_MS)
  bench.change({ isRunning: false })
  await bench.pass(SECOND_MS)
  // The slice that works is cancelled and fills all the same.
  await fillEntry(bench)
  expect(entries(bench)).toHaveLength(2)
  expect(stops(bench).map(({ quantity }) => quantity)).toEqual([50])
  expect(inUse(bench)).toBe(50 * PRICE_PAISE)
})

test.each([0, 1])('a sale of slice %i without answer and tag takes nothing of the other’s stop', async (closed) => {
  const bench = await openFrozen(60)
  await bench.signal(ENTER_LONG)
  await bench.pass(3 * SECOND_MS)
  await fillEntry(bench)
  await fillEntry(bench)
  const [closing, other] = closed === 0 ? stops(bench) : stops(bench).toReversed()
  const stop = bench.orders().find(({ brokerOrderId }) => brokerOrderId === closing!.brokerOrderId)!
  // The owner closes one slice, whose stop has gone meanwhile.
  bench.broker.end(closing!.clientId, 'CANCELLED')
  bench.broker.answers = [
    (request) => {
      bench.broker.accept(request)
      bench.broker.fill(request.clientId, request.quantity, PRICE_PAISE)
      bench.broker.lines.at(-1)!.clientId = ''
      showPositions(bench)
      return UNKNOWN
    },
  ]
  bench.change({ closeRequests: 0, positionsToClose: [stop.positionId] })
  await bench.trade(20 * SECOND_MS)
  expect(bench.broker.lines.at(-1)).toMatchObject({ state: 'COMPLETE', side: 'SELL', quantity: 50, clientId: '' })
  expect(other).toMatchObject({ state: 'RESTING', quantity: 50 })
  expect(bench.broker.modified.map(({ brokerOrderId }) => brokerOrderId)).not.toContain(other!.brokerOrderId)
})
