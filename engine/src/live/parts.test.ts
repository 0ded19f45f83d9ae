// A part of a position leaves, and the rest stays with its stop (core's follow-exit.ts).

import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { refused } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'

const STOP_PAISE = PRICE_PAISE * 0.99
const ABOVE_PAISE = PRICE_PAISE * 1.01

type Bench = Awaited<ReturnType<typeof openLiveBench>>

/** A long position of 100 shares with its stop at the exchange. */
async function openProtected() {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await enterAndFill(bench)
  await bench.pass(3 * SECOND_MS)
  return bench
}

const leave = (bench: Bench, quantity: number, of: number) => bench.signal(EXIT_LONG, undefined, null, { quantity, of })
const open = (bench: Bench) => bench.broker.lines.filter(({ state }) => state === 'RESTING' || state === 'WORKING')

/** Fills what works at the broker, and lets the engine see it. */
async function fill(bench: Bench, quantity: number, pricePaise = PRICE_PAISE) {
  const line = bench.broker.lines.findLast(({ state, side }) => state !== 'COMPLETE' && side === 'SELL')!
  bench.broker.fill(line.clientId, quantity, pricePaise)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
}

test('a part leaves by the stop made marketable, and a new stop protects the rest', async () => {
  const bench = await openProtected()
  await leave(bench, 3, 10)
  expect(bench.broker.modified).toMatchObject([{ quantity: 30, price: { kind: 'LIMIT' } }])
  // One sell at a time: never more of them than shares.
  expect(open(bench)).toHaveLength(1)
  await fill(bench, 30, ABOVE_PAISE)
  expect(open(bench)).toMatchObject([{ quantity: 70, state: 'RESTING', triggerPaise: STOP_PAISE }])
  expect(bench.held()).toBe(70)
  const [slot] = bench.account()!.core.slots
  expect(slot).toMatchObject({ side: 1, quantity: 70, pendingPart: 0, entryValuePaise: 70 * PRICE_PAISE })
  // The profit of the part is booked with it; the charges of the entry come with the last share.
  const part = bench.orders().find(({ reason }) => reason === 'SIGNAL')!
  expect(part).toMatchObject({ state: 'FILLED', pnlPaise: 30 * (ABOVE_PAISE - PRICE_PAISE) - part.charges!.totalPaise })
  expect(bench.account()!.core.realisedPaise).toBe(part.pnlPaise)
  // The stop of the rest is not an attempt after a failed one.
  await leave(bench, 1, 2)
  await fill(bench, 35)
  expect(open(bench)).toMatchObject([{ quantity: 35, state: 'RESTING' }])
  await bench.signal(EXIT_LONG)
  await fill(bench, 35)
  const booked = bench.orders().reduce((sum, { pnlPaise }) => sum + (pnlPaise ?? 0), 0)
  const charges = bench.orders().reduce((sum, order) => sum + (order.charges?.totalPaise ?? 0), 0)
  expect([bench.held(), booked]).toEqual([0, 30 * (ABOVE_PAISE - PRICE_PAISE) - charges])
})

test('after a restart the order of a part is not taken for one that closes everything', async () => {
  const bench = await openProtected()
  await leave(bench, 3, 10)
  await bench.restart()
  await bench.trade(20 * SECOND_MS)
  expect(open(bench)).toMatchObject([{ quantity: 30, state: 'WORKING' }])
  await fill(bench, 30)
  expect(open(bench)).toMatchObject([{ quantity: 70, state: 'RESTING' }])
})

test('the stop is reached while a part leaves: the same order takes everything at once', async () => {
  const bench = await openProtected()
  await leave(bench, 3, 10)
  await fill(bench, 10)
  bench.tick(STOP_PAISE - 500)
  await bench.pass(SECOND_MS)
  expect(bench.broker.modified.at(-1)).toMatchObject({ quantity: 100, price: { kind: 'LIMIT' } })
  await fill(bench, 90, STOP_PAISE - 500)
  expect([bench.held(), bench.broker.placed.length]).toEqual([0, 2])
  expect(bench.last()).toMatchObject({ state: 'FILLED', reason: 'STOP_LOSS' })
})

test('parts add up, and with the last share the whole position is closed', async () => {
  const bench = await openProtected()
  await leave(bench, 3, 10)
  await leave(bench, 3, 10)
  expect(open(bench)).toMatchObject([{ quantity: 60 }])
  await leave(bench, 4, 10)
  expect(open(bench)).toMatchObject([{ quantity: 100 }])
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ exitReason: 'SIGNAL' }])
})

test('a part waits for an entry that still fills', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 40, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  await leave(bench, 1, 2)
  expect(open(bench)).toMatchObject([{ state: 'WORKING' }, { state: 'RESTING', quantity: 40 }])
  bench.broker.fill(entry.clientId, 60, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(open(bench)).toMatchObject([{ state: 'WORKING', quantity: 20 }])
  await fill(bench, 20)
  expect(open(bench)).toMatchObject([{ state: 'RESTING', quantity: 80 }])
})

test('less than a share leaves nothing, and a refused change leaves the stop where it is', async () => {
  const bench = await openProtected()
  await leave(bench, 1, 101)
  expect(bench.broker.modified).toEqual([])
  bench.broker.modifies = () => refused(false)
  await leave(bench, 1, 2)
  expect(open(bench)).toMatchObject([{ state: 'RESTING', quantity: 100 }])
  await bench.trade(30 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual([])
  expect(open(bench)).toMatchObject([{ state: 'RESTING', quantity: 100 }])
})

test('a change to a part that seemed refused and was made is no stop that was reached', async () => {
  const bench = await openProtected()
  const [stop] = open(bench)
  bench.broker.modifies = () => refused(false)
  await leave(bench, 3, 10)
  // The exchange has made it after all, and fills it.
  Object.assign(stop!, { state: 'WORKING', quantity: 30, triggerPaise: undefined, limitPaise: PRICE_PAISE })
  await fill(bench, 30)
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ exitReason: null }])
  expect(open(bench)).toMatchObject([{ quantity: 70, state: 'RESTING' }])
})

test('a part that is refused leaves the stop of all shares, and not of the part alone', async () => {
  const bench = await openProtected()
  const [stop] = open(bench)
  bench.broker.modifies = () => refused(false)
  await leave(bench, 3, 10)
  // The owner cancels the stop, and the order of the part is refused in its place.
  bench.broker.answers = [() => refused(false), (request) => bench.broker.accept(request)]
  bench.broker.end(stop!.clientId, 'CANCELLED')
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(bench.orders().at(-2)).toMatchObject({ purpose: 'EXIT', quantity: 30, state: 'REJECTED' })
  expect(open(bench)).toMatchObject([{ state: 'RESTING', quantity: 100, triggerPaise: STOP_PAISE }])
})

test('a stop that fills more than the part was reached', async () => {
  const bench = await openProtected()
  bench.broker.modifies = () => refused(false)
  await leave(bench, 3, 10)
  await fill(bench, 40, STOP_PAISE)
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ exitReason: 'STOP_LOSS' }])
})

test('on paper a part leaves by an order of its own', async () => {
  const bench = await openLiveBench({ instance: { ...WITH_STOP, mode: 'PAPER' } })
  await enterAndFill(bench)
  await leave(bench, 1, 4)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', quantity: 25, reason: 'SIGNAL' })
  await fill(bench, 25)
  expect(bench.held()).toBe(75)
  expect(bench.account()!.core.slots[0]).toMatchObject({ quantity: 75, pendingPart: 0 })
})
