// The stop that rests at the exchange, and the exit it becomes (core's next-exit-step.ts).

import { expect, test } from 'vitest'
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { takeInput } from './execution/take-input.ts'
import { refused, UNKNOWN } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'
import { reportFill } from './testing/report-fill.ts'

const STOP_PAISE = PRICE_PAISE * 0.99

type Bench = Awaited<ReturnType<typeof openLiveBench>>

const openProtected = () => openLiveBench({ instance: WITH_STOP })

async function enterProtected(bench: Bench) {
  const entry = await enterAndFill(bench)
  await bench.pass(3 * SECOND_MS)
  const stop = bench.orders().find(({ purpose }) => purpose === 'PROTECT')!
  return { entry, stop }
}

const stopsOf = (bench: Bench) => bench.orders().filter(({ purpose }) => purpose === 'PROTECT')
const noticesOf = (bench: Bench) => bench.memory.rows.notices.map(({ kind }) => kind)

test('a stop rests at the exchange from the first share on and grows with the entry', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 30, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(bench.broker.placed[1]).toMatchObject({
    purpose: 'PROTECT',
    side: 'SELL',
    quantity: 30,
    price: { kind: 'STOP', triggerPaise: STOP_PAISE },
  })
  bench.broker.fill(entry.clientId, entry.quantity - 30, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(bench.broker.modified).toMatchObject([{ quantity: entry.quantity, price: { kind: 'STOP' } }])
  expect(bench.last()).toMatchObject({ purpose: 'PROTECT', state: 'RESTING', quantity: entry.quantity })
})

test('an exit turns the resting stop into a limit order; there is never a second sell', async () => {
  const bench = await openProtected()
  const { stop, entry } = await enterProtected(bench)
  await bench.signal(EXIT_LONG)
  expect(bench.broker.modified).toMatchObject([{ brokerOrderId: stop.brokerOrderId, price: { kind: 'LIMIT' } }])
  bench.broker.fill(stop.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
  expect(bench.orders()).toMatchObject([
    { purpose: 'ENTRY' },
    { purpose: 'PROTECT', state: 'FILLED', reason: 'SIGNAL' },
  ])
  expect(bench.held()).toBe(0)
})

test('a modification is recorded before it is sent: while the database is down, none is', async () => {
  let isDown = false
  const step = () => {
    if (isDown) throw new Error('the database is down')
  }
  const bench = await openLiveBench({ instance: WITH_STOP, step })
  const { stop } = await enterProtected(bench)
  isDown = true
  bench.tick(PRICE_PAISE * 1.03)
  await bench.pass(3 * SECOND_MS)
  expect(bench.broker.modified).toEqual([])
  isDown = false
  await bench.pass(6 * SECOND_MS)
  expect(bench.broker.modified[0]).toMatchObject({ brokerOrderId: stop.brokerOrderId, price: { kind: 'LIMIT' } })
})

test('a stop that fills at the exchange closes the position for its reason', async () => {
  const bench = await openProtected()
  const { stop, entry } = await enterProtected(bench)
  bench.broker.fill(stop.clientId, entry.quantity, STOP_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'FILLED', reason: 'STOP_LOSS' })
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ exitReason: 'STOP_LOSS' }])
})

test('a price through the stop leaves the exchange two seconds, then the stop is made marketable', async () => {
  const bench = await openProtected()
  await enterProtected(bench)
  bench.tick(STOP_PAISE - 500)
  await bench.pass(1_500)
  expect(bench.broker.modified).toEqual([])
  await bench.pass(SECOND_MS)
  expect(bench.broker.modified).toMatchObject([{ price: { kind: 'LIMIT' } }])
  expect(bench.broker.placed).toHaveLength(2)
})

test('a refused modification of a resting stop cancels it, and the exit goes out for what is left', async () => {
  const bench = await openProtected()
  const { entry, stop } = await enterProtected(bench)
  bench.broker.modifies = () => refused(false)
  await bench.signal(EXIT_LONG)
  await bench.pass(4 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual([stop.brokerOrderId])
  await bench.pass(4 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', side: 'SELL', quantity: entry.quantity })
  expect(bench.broker.placed).toHaveLength(3)
})

test('an acknowledged cancellation proves nothing: no new exit before the stop has ended', async () => {
  const bench = await openProtected()
  const { stop, entry } = await enterProtected(bench)
  bench.broker.modifies = () => refused(false)
  const line = bench.broker.lines.at(-1)!
  const keepResting = Object.defineProperty(line, 'state', { get: () => 'RESTING', set: () => {}, configurable: true })
  await bench.signal(EXIT_LONG)
  await bench.trade(30 * SECOND_MS)
  expect(bench.broker.cancelled.length).toBeGreaterThan(1)
  expect(bench.broker.placed).toHaveLength(2)
  Object.defineProperty(keepResting, 'state', { value: 'WORKING', writable: true, configurable: true })
  // The stop filled for 40 before its cancellation took effect: the new exit is for the remainder.
  bench.broker.fill(stop.clientId, 40, STOP_PAISE)
  bench.broker.end(stop.clientId, 'CANCELLED')
  await bench.trade(10 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', quantity: entry.quantity - 40 })
})

test('a modification without an answer is read before anything else is sent', async () => {
  const bench = await openProtected()
  await enterProtected(bench)
  bench.broker.modifies = () => UNKNOWN
  bench.broker.books = 'unavailable'
  await bench.signal(EXIT_LONG)
  await bench.trade(20 * SECOND_MS)
  expect(bench.broker.modified).toHaveLength(1)
  expect(bench.broker.placed).toHaveLength(2)
  expect(bench.last().state).toBe('MODIFYING')
  bench.broker.books = 'answered'
  await bench.trade(10 * SECOND_MS)
  expect(bench.broker.modified.length).toBeGreaterThan(1)
})

test.each(['CLOSE', 'WARN'] as const)('a refused stop: %s', async (onRefusedStop) => {
  const bench = await openLiveBench({ instance: { ...WITH_STOP, onRefusedStop } })
  bench.broker.answers = [
    (request) => bench.broker.accept(request),
    () => refused(false),
    (request) => bench.broker.accept(request),
  ]
  const entry = await enterAndFill(bench)
  await bench.pass(3 * SECOND_MS)
  expect(noticesOf(bench)).toContain('STOP_REFUSED')
  const exits = bench.orders().filter(({ purpose }) => purpose === 'EXIT')
  if (onRefusedStop === 'WARN') expect(exits).toEqual([])
  else expect(exits).toMatchObject([{ reason: 'STOP_REFUSED', quantity: entry.quantity }])
  expect(stopsOf(bench)).toHaveLength(1)
})

test('a broker that is busy for a moment has not refused the stop: it is placed again', async () => {
  const bench = await openProtected()
  bench.broker.answers = [
    (request) => bench.broker.accept(request),
    () => refused(true),
    (request) => bench.broker.accept(request),
  ]
  await enterAndFill(bench)
  await bench.pass(6 * SECOND_MS)
  expect(stopsOf(bench)).toMatchObject([{ state: 'REJECTED', code: 'BUSY' }, { state: 'RESTING' }])
})

test('a stop that was never acknowledged counts as absent after 30 s, and is cancelled if it appears after all', async () => {
  const bench = await openProtected()
  bench.broker.answers = [
    (request) => bench.broker.accept(request),
    () => UNKNOWN,
    (request) => bench.broker.accept(request),
  ]
  await enterAndFill(bench)
  await bench.trade(25 * SECOND_MS)
  expect(stopsOf(bench)).toMatchObject([{ state: 'UNKNOWN' }])
  await bench.trade(15 * SECOND_MS)
  expect(stopsOf(bench)).toMatchObject([{ state: 'LOST', code: 'NOT_PLACED' }, { state: 'RESTING' }])
  const late = bench.broker.placed[1]!
  bench.broker.accept(late)
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual(['b3'])
  await bench.trade(30 * SECOND_MS)
  expect(stopsOf(bench)).toMatchObject([{ state: 'CANCELLED', isLate: true }, { state: 'RESTING' }])
})

test('an exit that does not fill moves its price every few seconds, a little further each time', async () => {
  const bench = await openProtected()
  await enterProtected(bench)
  await bench.signal(EXIT_LONG)
  await bench.trade(12 * SECOND_MS)
  const limits = bench.broker.modified.map(({ price }) => (price.kind === 'LIMIT' ? price.limitPaise : 0))
  expect(limits.length).toBeGreaterThan(2)
  expect(limits).toEqual(limits.toSorted((left, right) => right - left))
  expect(limits[0]).toBe(PRICE_PAISE * 0.995)
})

test('a restart keeps the resting stop: it is neither placed again nor forgotten', async () => {
  const bench = await openProtected()
  const { stop } = await enterProtected(bench)
  await bench.restart()
  await bench.trade(20 * SECOND_MS)
  expect(bench.broker.placed).toHaveLength(2)
  await bench.signal(EXIT_LONG)
  expect(bench.broker.modified).toMatchObject([{ brokerOrderId: stop.brokerOrderId, price: { kind: 'LIMIT' } }])
})

test('the exchange cancels stops when continuous trading ends, which is no error and places no other', async () => {
  const bench = await openProtected()
  const { stop } = await enterProtected(bench)
  const position = bench.account()!.positions.get(stop.positionId)!
  position.squareOffAtMs = bench.clock.nowMs()
  bench.broker.modifies = () => new Promise(() => {})
  bench.broker.end(stop.clientId, 'CANCELLED')
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
  expect(stopsOf(bench)).toHaveLength(1)
})

test('an event that the order’s state does not allow is counted and not obeyed', async () => {
  const bench = await openProtected()
  const { entry } = await enterProtected(bench)
  const order = bench.account()!.positions.get(entry.positionId)!.orders[0]!
  const outcome = { kind: 'acknowledged', brokerOrderId: order.brokerOrderId! } as const
  takeInput(bench.engine(), bench.account()!, { kind: 'PLACED', order, outcome })
  expect(order.state).toBe('FILLED')
  expect([...bench.engine().illegalEvents]).toEqual([['FILLED:accepted', 1]])
})

test('two minutes without a tick: the stop at the exchange still closes the position', async () => {
  const bench = await openProtected()
  const { stop, entry } = await enterProtected(bench)
  await bench.pass(2 * MINUTE_MS)
  bench.broker.fill(stop.clientId, entry.quantity, STOP_PAISE)
  await bench.pass(20 * SECOND_MS)
  expect(bench.held()).toBe(0)
})

test('a fill that the order socket reports is protected at once, before the books are read', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.books = 'unavailable'
  reportFill(bench, 40)
  await bench.pass(100)
  expect(bench.broker.placed[1]).toMatchObject({ purpose: 'PROTECT', quantity: 40 })
  expect(bench.held()).toBe(0)
  bench.broker.books = 'answered'
  bench.broker.fill(entry.clientId, 40, PRICE_PAISE)
  await bench.pass(5 * SECOND_MS)
  expect(bench.held()).toBe(40)
  expect(bench.broker.modified).toEqual([])
})

test('the stop of a reported fill that neither the books nor the positions have is taken back', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  reportFill(bench, 40)
  await bench.trade(25 * SECOND_MS)
  expect(bench.broker.cancelled).not.toContain('b2')
  await bench.trade(20 * SECOND_MS)
  expect(bench.broker.cancelled).toContain('b2')
  expect(bench.held()).toBe(0)
  expect(stopsOf(bench)).toMatchObject([{ state: 'CANCELLED' }])
})

test('books that lag behind the order socket do not take the stop away while the positions have the shares', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  reportFill(bench, 40)
  const nothing = { buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 }
  bench.broker.held = [{ token: '3045', product: 'INTRADAY', buyQuantity: 40, ...nothing }]
  await bench.trade(3 * MINUTE_MS)
  expect(stopsOf(bench)).toMatchObject([{ state: 'RESTING', quantity: 40 }])
})

test('a trailing stop follows the price in steps, at most every ten seconds, and never goes back', async () => {
  const limits = { ...WITH_STOP.limits, targetBps: null, trailingStopBps: 100 }
  const bench = await openLiveBench({ instance: { limits } })
  await enterProtected(bench)
  bench.tick(PRICE_PAISE * 1.01)
  await bench.pass(2 * SECOND_MS)
  const first = bench.broker.modified.map(({ price }) => price)
  expect(first).toEqual([{ kind: 'STOP', triggerPaise: 79_990 }])
  bench.tick(PRICE_PAISE * 1.02)
  await bench.pass(5 * SECOND_MS)
  expect(bench.broker.modified).toHaveLength(1)
  bench.tick(PRICE_PAISE * 1.02)
  await bench.pass(6 * SECOND_MS)
  expect(bench.broker.modified.at(-1)?.price).toEqual({ kind: 'STOP', triggerPaise: 80_780 })
  bench.tick(PRICE_PAISE * 1.012)
  await bench.pass(12 * SECOND_MS)
  expect(bench.broker.modified).toHaveLength(2)
  await bench.restart()
  await bench.trade(20 * SECOND_MS)
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ stopPaise: 80_780 }])
})

test('a held instrument without ticks for twenty seconds is priced by asking the broker', async () => {
  const bench = await openProtected()
  await enterProtected(bench)
  bench.tick()
  bench.broker.askedPaise = PRICE_PAISE * 1.03
  await bench.pass(15 * SECOND_MS)
  expect(bench.broker.modified).toEqual([])
  await bench.pass(10 * SECOND_MS)
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ exitReason: 'TARGET' }])
  expect(bench.broker.modified[0]).toMatchObject({ price: { kind: 'LIMIT' } })
})

test.each([
  ['refused', true, 'the modification is sent again'],
  ['refused', false, 'the modification is sent again'],
  ['unknown', false, 'the modification is sent again'],
] as const)('a stop that should grow and is %s (retryable: %s): %s', async (kind, isRetryable, _what) => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 30, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  const { modifies } = bench.broker
  bench.broker.modifies = () => {
    bench.broker.modifies = modifies
    return kind === 'unknown' ? UNKNOWN : refused(isRetryable)
  }
  bench.broker.fill(entry.clientId, entry.quantity - 30, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.trade(20 * SECOND_MS)
  const resting = bench.broker.lines.filter(({ state }) => state === 'RESTING')
  expect(resting).toMatchObject([{ quantity: entry.quantity }])
  expect(bench.broker.cancelled).toEqual([])
})
