// Faults in the fills and cancellations that a broker reports.
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import type { OrderOutcome } from '../ports.ts'
import { UNKNOWN } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE } from './testing/open-live-bench.ts'

test('F12 a cancelled partial fill keeps exactly the filled quantity, and the exit is sized to it', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 3, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  expect(bench.last().state).toBe('PARTIALLY_FILLED')
  bench.broker.end(entry.clientId, 'CANCELLED')
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  expect(bench.last().state).toBe('CANCELLED')
  await bench.signal(EXIT_LONG)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', side: 'SELL', quantity: 3 })
})

test('F13 a fill reported five times is counted once', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 4, PRICE_PAISE)
  for (let copy = 0; copy < 4; copy++) bench.broker.trades.push(bench.broker.trades[0]!)
  for (let copy = 0; copy < 5; copy++) bench.broker.publishUpdate()
  await bench.pass(5 * SECOND_MS)
  expect(bench.held()).toBe(4)
})

test('F14 a fill that arrives before the acknowledgement ends in the same state', async () => {
  const bench = await openLiveBench()
  let answer: (outcome: OrderOutcome) => void = () => {}
  bench.broker.answers = [
    (request) => {
      bench.broker.accept(request)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  ]
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
  answer({ kind: 'acknowledged', brokerOrderId: 'b1' })
  await bench.pass(5 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'FILLED', brokerOrderId: 'b1' })
  expect(bench.held()).toBe(entry.quantity)
})

test('F15 a fill during a change of the price counts, and no second exit is sent', async () => {
  const bench = await openLiveBench()
  await enterAndFill(bench)
  await bench.signal(EXIT_LONG)
  const exit = bench.last()
  // The exit does not fill, so its price is moved every few seconds; it is never given up.
  await bench.trade(22 * SECOND_MS)
  expect(bench.broker.modified.length).toBeGreaterThan(2)
  expect(bench.broker.cancelled).toEqual([])
  bench.broker.fill(exit.clientId, exit.quantity, PRICE_PAISE)
  await bench.trade(2 * MINUTE_MS)
  expect(bench.orders()).toHaveLength(2)
  expect(bench.held()).toBe(0)
})

test('F16 a missing order update is made up by reconciliation within ten seconds', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  bench.broker.fill(bench.last().clientId, bench.last().quantity, PRICE_PAISE)
  await bench.pass(10 * SECOND_MS)
  expect(bench.last().state).toBe('FILLED')
})

test('F17 a forged order update changes nothing, because only the broker’s books count', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  const [line] = bench.broker.lines
  for (const { onOrder } of bench.broker.listeners)
    onOrder({ ...line!, state: 'COMPLETE', filledQuantity: line!.quantity })
  await bench.pass(5 * SECOND_MS)
  expect(bench.last().state).toBe('ACKNOWLEDGED')
  expect(bench.held()).toBe(0)
})

// The bench compares the account's sums with its orders after every step.
test('what a lost exit has filled is money of the position until all its trades are known', async () => {
  const bench = await openLiveBench()
  const entry = await enterAndFill(bench)
  bench.broker.answers = [() => UNKNOWN, bench.broker.accept]
  await bench.signal(EXIT_LONG)
  const lost = bench.last()
  await bench.trade(70 * SECOND_MS)
  expect(bench.orders().find(({ id }) => id === lost.id)).toMatchObject({ state: 'LOST', code: 'NOT_PLACED' })
  bench.broker.accept(bench.broker.placed.find(({ clientId }) => clientId === lost.clientId)!)
  bench.broker.fill(lost.clientId, 40, PRICE_PAISE + 100)
  const row = bench.broker.lines.at(-1)!
  Object.assign(row, { filledQuantity: entry.quantity, state: 'COMPLETE' })
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS / 2)
  const { core } = bench.account()!
  expect(core.slots[0]).toMatchObject({ side: 1, quantity: 60, exitedQuantity: 40 })
  expect(core).toMatchObject({ realisedPaise: 0, openPaise: 40 * 100 })
  Object.assign(row, { filledQuantity: 40, state: 'WORKING' })
  bench.broker.fill(lost.clientId, 60, PRICE_PAISE + 100)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(bench.orders().find(({ id }) => id === lost.id)).toMatchObject({ state: 'FILLED', isLate: true })
})

test('an exit that is lost with a part of its shares and found again books its profit once', async () => {
  const bench = await openLiveBench()
  const entry = await enterAndFill(bench)
  await bench.signal(EXIT_LONG)
  const exit = bench.last()
  bench.broker.fill(exit.clientId, 40, PRICE_PAISE + 100)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  const [first] = bench.broker.lines
  // Somebody else's order takes its place in the book.
  const [row] = bench.broker.lines.splice(1, 1, { ...first!, brokerOrderId: 'x', clientId: '', token: 'x' })
  await bench.trade(12 * MINUTE_MS)
  const found = () => bench.orders().find(({ id }) => id === exit.id)!
  expect(found()).toMatchObject({ state: 'LOST', code: 'NOT_PLACED' })
  const bookedPaise = bench.account()!.core.realisedPaise
  expect(bookedPaise).toBe(found().pnlPaise)
  bench.broker.lines.push(row!)
  bench.broker.fill(exit.clientId, entry.quantity - 40, PRICE_PAISE + 100)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(found()).toMatchObject({ state: 'FILLED', isLate: true })
  expect(bench.account()!.core.realisedPaise).toBe(found().pnlPaise)
})
