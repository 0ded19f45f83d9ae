// Faults between the decision and the broker’s answer, one at a time; the simulation combines them.
import { ENTER_LONG, ENTER_SHORT } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { refused, UNKNOWN } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE } from './testing/open-live-bench.ts'

/** A step that never resolves, as if the process had died. */
const forEver = () => new Promise<never>(() => {})

test('F1 a crash before the intent is committed leaves no order, and a later signal decides again', async () => {
  let dies = false
  const bench = await openLiveBench({ step: (what) => (dies && what === 'write' ? forEver() : undefined) })
  dies = true
  await bench.signal(ENTER_LONG)
  dies = false
  await bench.restart()
  expect(bench.orders()).toEqual([])
  expect(bench.broker.placed).toEqual([])
  await bench.trade(2 * MINUTE_MS)
  await bench.signal(ENTER_LONG)
  expect(bench.broker.placed).toHaveLength(1)
})

test.each([
  ['still fresh: sent once', 5 * SECOND_MS, 'ACKNOWLEDGED', 2],
  ['too old: expired', 70 * SECOND_MS, 'EXPIRED', 1],
] as const)('F2 an order recorded but not sent before a crash, %s', async (_, pauseMs, state, sent) => {
  const bench = await openLiveBench()
  await enterAndFill(bench)
  // A reversal: the recorded entry waits behind an exit that does not fill.
  await bench.signal(ENTER_SHORT)
  const [, exit, entry] = bench.orders()
  expect([exit?.state, entry?.state]).toEqual(['ACKNOWLEDGED', 'CREATED'])
  bench.crash()
  bench.broker.fill(exit!.clientId, exit!.quantity, PRICE_PAISE)
  await bench.pass(pauseMs)
  await bench.begin()
  await bench.pass(5 * SECOND_MS)
  expect(bench.orders()[2]?.state).toBe(state)
  expect(bench.broker.placed.filter(({ purpose }) => purpose === 'ENTRY')).toHaveLength(sent)
})

test('F3 a crash after SENDING is committed and before the call: looked up twice, then not placed', async () => {
  let dies = false
  const bench = await openLiveBench({ step: (what) => (dies && what === 'written' ? forEver() : undefined) })
  dies = true
  await bench.signal(ENTER_LONG)
  dies = false
  await bench.restart()
  expect(bench.last().state).toBe('UNKNOWN')
  await bench.pass(20 * SECOND_MS)
  expect(bench.last().state).toBe('UNKNOWN')
  await bench.pass(25 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'LOST', code: 'NOT_PLACED' })
  expect(bench.broker.placed).toEqual([])
})

test('F4 a crash after the broker accepted and before we recorded it: the order is found by its tag and adopted', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [
    (request) => {
      bench.broker.accept(request)
      return forEver()
    },
  ]
  await bench.signal(ENTER_LONG)
  expect(bench.last().state).toBe('SENDING')
  await bench.restart()
  await bench.pass(5 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'ACKNOWLEDGED', brokerOrderId: 'b1' })
  expect(bench.broker.lines).toHaveLength(1)
})

test.each([
  ['F5 lost answer', { kind: 'unknown', why: 'no answer' }],
  ['F8 gateway error 502 or unreadable answer', { kind: 'unknown', why: 'an unreadable answer' }],
] as const)('%s: resolved by look-up within a minute, never resent, never rejected', async (_, outcome) => {
  const bench = await openLiveBench()
  bench.broker.answers = [
    (request) => {
      bench.broker.accept(request)
      return outcome
    },
  ]
  await bench.signal(ENTER_LONG)
  expect(bench.last().state).toBe('UNKNOWN')
  await bench.pass(10 * SECOND_MS)
  expect(bench.last().state).toBe('ACKNOWLEDGED')
  await bench.pass(2 * MINUTE_MS)
  expect(bench.broker.placed).toHaveLength(1)
})

test('F6 an order that never arrived counts as not placed after the window, and its capital is released', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [() => UNKNOWN]
  await bench.signal(ENTER_LONG)
  expect(bench.account()?.core.longCapital.inUsePaise).toBeGreaterThan(0)
  await bench.pass(45 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'LOST', code: 'NOT_PLACED' })
  expect(bench.account()?.core.longCapital.inUsePaise).toBe(0)
  expect(bench.broker.placed).toHaveLength(1)
})

test('F7 a lost order that appears later is adopted and closed, and no position is doubled', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [() => UNKNOWN]
  await bench.signal(ENTER_LONG)
  await bench.pass(45 * SECOND_MS)
  const [lost] = bench.orders()
  bench.broker.accept(bench.broker.placed[0]!)
  bench.broker.fill(lost!.clientId, lost!.quantity, PRICE_PAISE)
  bench.broker.answers = [(request) => bench.broker.accept(request)]
  await bench.pass(40 * SECOND_MS)
  expect(bench.orders()[0]).toMatchObject({ state: 'FILLED', isLate: true })
  const correction = bench.last()
  expect(correction).toMatchObject({ side: 'SELL', quantity: lost!.quantity, reason: 'CORRECTION' })
  bench.broker.fill(correction.clientId, correction.quantity, PRICE_PAISE)
  await bench.pass(10 * SECOND_MS)
  expect(bench.held()).toBe(0)
  expect(bench.memory.rows.notices.map(({ kind }) => kind)).toContain('STRAY')
})

test('F9 a proven rejection keeps the broker’s text, frees the capital and is not retried; five in a row stop the bot', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [() => refused(false)]
  await bench.signal(ENTER_LONG)
  expect(bench.last()).toMatchObject({ state: 'REJECTED', detail: 'No margin.' })
  expect(bench.account()?.core.longCapital.inUsePaise).toBe(0)
  await bench.trade(30 * SECOND_MS)
  expect(bench.broker.placed).toHaveLength(1)
  for (let more = 0; more < 6; more++) await bench.signal(ENTER_LONG)
  expect(bench.broker.placed).toHaveLength(5)
  expect(bench.memory.rows.notices.map(({ kind }) => kind)).toContain('TOO_MANY_REJECTIONS')
})

test('F10 a busy broker is retried in the next window under a new id, which ends in one order', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [() => refused(true), (request) => bench.broker.accept(request)]
  await bench.signal(ENTER_LONG)
  await bench.pass(3 * SECOND_MS)
  expect(bench.orders().map(({ state, attempt }) => [state, attempt])).toEqual([
    ['REJECTED', 1],
    ['ACKNOWLEDGED', 2],
  ])
  expect(bench.broker.lines).toHaveLength(1)
  expect(new Set(bench.orders().map(({ clientId }) => clientId)).size).toBe(2)
})
