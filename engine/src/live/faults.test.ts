// The faults of an order's life, one by one (the simulation meets them together).
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import type { OrderOutcome } from '../ports.ts'
import { openLiveBench, PRICE_PAISE } from './testing/open-live-bench.ts'

const UNKNOWN: OrderOutcome = { kind: 'unknown', why: 'no answer' }
const refused = (isPassing: boolean): OrderOutcome => ({
  kind: 'refused',
  code: 'NO',
  sentence: 'No margin.',
  isPassing,
})
/** A step that never ends: the process is dead from here on. */
const forEver = () => new Promise<never>(() => {})

test('F1 dying before the intent is committed leaves no order; a later signal decides again', async () => {
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
  ['young enough: sent once', 5 * SECOND_MS, 'ACKNOWLEDGED', 2],
  ['too old: expired', 70 * SECOND_MS, 'EXPIRED', 1],
] as const)('F2 dying between commit and send, %s', async (_, pauseMs, state, sent) => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  bench.broker.fill(bench.last().clientId, bench.last().quantity, PRICE_PAISE)
  bench.broker.tell()
  await bench.pass(SECOND_MS)
  // A reversal: the entry waits, recorded, behind an exit that does not end.
  await bench.signal(ENTER_SHORT)
  const [, exit, entry] = bench.orders()
  expect([exit?.state, entry?.state]).toEqual(['ACKNOWLEDGED', 'CREATED'])
  bench.halt()
  bench.broker.fill(exit!.clientId, exit!.quantity, PRICE_PAISE)
  bench.memory.rows.lease.untilMs = -Infinity
  await bench.pass(pauseMs)
  await bench.begin()
  await bench.pass(5 * SECOND_MS)
  expect(bench.orders()[2]?.state).toBe(state)
  expect(bench.broker.placed.filter(({ purpose }) => purpose === 'ENTRY')).toHaveLength(sent)
})

test('F3 dying after the commit of SENDING and before the wire: looked up twice, not placed, nothing at the broker', async () => {
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
  expect(bench.last()).toMatchObject({ state: 'EXPIRED', code: 'NOT_PLACED' })
  expect(bench.broker.placed).toEqual([])
})

test('F4 dying after the broker accepted and before we recorded: the order is found by its tag and adopted', async () => {
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
  ['F5 the answer is lost', { kind: 'unknown', why: 'no answer' }],
  ['F8 a gateway answers 502, or something unreadable', { kind: 'unknown', why: 'an unreadable answer' }],
] as const)('%s: settled by look-up within a minute, never sent again, never rejected', async (_, outcome) => {
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

test('F6 the order never arrived: not placed after the window, and its capital is free again', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [() => UNKNOWN]
  await bench.signal(ENTER_LONG)
  expect(bench.account()?.core.longPot.inUsePaise).toBeGreaterThan(0)
  await bench.pass(45 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'EXPIRED', code: 'NOT_PLACED' })
  expect(bench.account()?.core.longPot.inUsePaise).toBe(0)
  expect(bench.broker.placed).toHaveLength(1)
})

test('F7 an order that was given up and appears later is adopted and closed; nothing is held twice', async () => {
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

test('F9 a proven refusal is rejected with its words, frees the capital, is not repeated; five in a row stop the bot', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [() => refused(false)]
  await bench.signal(ENTER_LONG)
  expect(bench.last()).toMatchObject({ state: 'REJECTED', detail: 'No margin.' })
  expect(bench.account()?.core.longPot.inUsePaise).toBe(0)
  await bench.trade(30 * SECOND_MS)
  expect(bench.broker.placed).toHaveLength(1)
  for (let more = 0; more < 6; more++) await bench.signal(ENTER_LONG)
  expect(bench.broker.placed).toHaveLength(5)
  expect(bench.memory.rows.notices.map(({ kind }) => kind)).toContain('TOO_MANY_REJECTIONS')
})

test('F10 a busy broker is met again in the next window, under a new id, with one order in the end', async () => {
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

test('F11 a refused log-in stops entries, tells the owner within a minute, and loses no exit', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.tell()
  await bench.pass(SECOND_MS)
  bench.broker.books = 'refused'
  bench.broker.tell()
  await bench.pass(30 * SECOND_MS)
  expect(bench.memory.rows.notices).toMatchObject([{ kind: 'CREDENTIALS_REFUSED' }])
  bench.tick(PRICE_PAISE * 0.98)
  await bench.pass(SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'STOP', side: 'SELL', quantity: entry.quantity })
})

test('F12 a partial fill that is then cancelled leaves exactly what was filled, and the exit is sized to it', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 3, PRICE_PAISE)
  bench.broker.tell()
  await bench.pass(SECOND_MS)
  expect(bench.last().state).toBe('PARTIALLY_FILLED')
  bench.broker.end(entry.clientId, 'CANCELLED')
  bench.broker.tell()
  await bench.pass(SECOND_MS)
  expect(bench.last().state).toBe('CANCELLED')
  await bench.signal(EXIT_LONG)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', side: 'SELL', quantity: 3 })
})

test('F13 a fill that is told five times is counted once', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 4, PRICE_PAISE)
  for (let copy = 0; copy < 4; copy++) bench.broker.trades.push(bench.broker.trades[0]!)
  for (let copy = 0; copy < 5; copy++) bench.broker.tell()
  await bench.pass(5 * SECOND_MS)
  expect(bench.held()).toBe(4)
})

test('F14 a fill that is seen before the acknowledgement ends in the same state', async () => {
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
  bench.broker.tell()
  await bench.pass(2 * SECOND_MS)
  answer({ kind: 'acknowledged', brokerOrderId: 'b1' })
  await bench.pass(5 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'FILLED', brokerOrderId: 'b1' })
  expect(bench.held()).toBe(entry.quantity)
})

test('F15 a fill during our cancel is a fill: no second exit goes out', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.tell()
  await bench.pass(SECOND_MS)
  await bench.signal(EXIT_LONG)
  const exit = bench.last()
  // It waits too long and is asked back; the fill is quicker.
  await bench.trade(22 * SECOND_MS)
  expect(bench.broker.cancelled).toContain(exit.brokerOrderId)
  bench.broker.fill(exit.clientId, exit.quantity, PRICE_PAISE)
  await bench.trade(2 * MINUTE_MS)
  expect(bench.orders()).toHaveLength(2)
  expect(bench.held()).toBe(0)
})

test('F16 an update that never comes is made up for by reading the books within ten seconds', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  bench.broker.fill(bench.last().clientId, bench.last().quantity, PRICE_PAISE)
  await bench.pass(10 * SECOND_MS)
  expect(bench.last().state).toBe('FILLED')
})

test('F17 a forged update changes nothing: only the books count', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  const [line] = bench.broker.lines
  for (const { onOrder } of bench.broker.listeners)
    onOrder({ ...line!, state: 'COMPLETE', filledQuantity: line!.quantity })
  await bench.pass(5 * SECOND_MS)
  expect(bench.last().state).toBe('ACKNOWLEDGED')
  expect(bench.held()).toBe(0)
})

test('F18 no entry is decided on a feed that has gone silent', async () => {
  const bench = await openLiveBench()
  await bench.pass(40 * SECOND_MS)
  expect(bench.engine().staleTokens.size).toBe(1)
  bench.tick()
  expect(bench.engine().staleTokens.size).toBe(0)
})

test('F19 impossible prices set off no stop', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  bench.broker.fill(bench.last().clientId, bench.last().quantity, PRICE_PAISE)
  bench.broker.tell()
  await bench.pass(SECOND_MS)
  for (const price of [0, -5, PRICE_PAISE * 100, PRICE_PAISE / 100]) bench.tick(price)
  await bench.pass(SECOND_MS)
  expect(bench.orders()).toHaveLength(1)
})

test('F20 nothing is decided outside the exchange’s hours, whatever our clock did; a jump is noticed', async () => {
  const bench = await openLiveBench({ calendar: INDIA_CALENDAR, minute: 15 * 60 + 40 })
  await bench.signal(ENTER_LONG)
  await bench.signal(ENTER_SHORT)
  expect(bench.orders()).toEqual([])
})

test.each([
  ['F21 the database is away for twenty seconds', new Error('terminating connection')],
  ['F23 the disk is full', Object.assign(new Error('No space left on device'), { code: '53100' })],
])('%s: nothing is sent that is not recorded, and it goes on by itself', async (_, error) => {
  let isAway = false
  const bench = await openLiveBench({
    step: () => {
      if (isAway) throw error
    },
  })
  isAway = true
  await bench.signal(ENTER_LONG)
  await bench.pass(20 * SECOND_MS)
  expect(bench.broker.placed).toEqual([])
  expect(bench.troubles).not.toEqual([])
  isAway = false
  await bench.pass(6 * SECOND_MS)
  expect(bench.orders()).toHaveLength(1)
  expect(bench.broker.placed).toHaveLength(1)
})

test('F25 a book that lacks a page once closes nothing by mistake', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [
    (request) => {
      bench.broker.accept(request)
      return UNKNOWN
    },
  ]
  const hidden = bench.broker.lines
  await bench.signal(ENTER_LONG)
  const [line] = hidden.splice(0)
  await bench.pass(12 * SECOND_MS)
  expect(bench.last().state).toBe('UNKNOWN')
  hidden.push(line!)
  await bench.pass(10 * SECOND_MS)
  expect(bench.last().state).toBe('ACKNOWLEDGED')
})

test('F26 a failed look-up of positions says nothing; F27 shares bought by hand are named and never touched', async () => {
  const bench = await openLiveBench()
  bench.broker.books = 'unavailable'
  await bench.pass(70 * SECOND_MS)
  expect(bench.memory.rows.notices).toEqual([])
  bench.broker.books = 'answered'
  const theirs = { buyQuantity: 7, buyValuePaise: 7 * PRICE_PAISE, sellQuantity: 0, sellValuePaise: 0 }
  bench.broker.held = [{ token: '3045', product: 'INTRADAY', ...theirs }]
  await bench.pass(70 * SECOND_MS)
  expect(bench.memory.rows.notices).toMatchObject([{ kind: 'MISMATCH' }])
  expect(bench.broker.placed).toEqual([])
})

test('F29 a switch during a burst: nothing goes out after it, and what works is asked back within five seconds', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  bench.memory.rows.switches.add('all')
  bench.change({ isRunning: false })
  await bench.pass(5 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual(['b1'])
  await bench.signal(ENTER_SHORT)
  expect(bench.broker.placed).toHaveLength(1)
})

test('F30 at square-off the exit is tried until the broker takes it, and the owner hears of it', async () => {
  const bench = await openLiveBench({ minute: 650 })
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.tell()
  await bench.pass(SECOND_MS)
  bench.broker.answers = [() => refused(true)]
  await bench.trade(7 * MINUTE_MS)
  const exits = bench.orders().filter(({ purpose }) => purpose === 'SQUARE_OFF')
  expect(exits.length).toBeGreaterThan(3)
  expect(bench.memory.rows.notices.map(({ kind }) => kind)).toContain('UNMANAGED')
  bench.broker.answers = [(request) => bench.broker.accept(request)]
  await bench.trade(40 * SECOND_MS)
  bench.broker.fill(bench.last().clientId, entry.quantity, PRICE_PAISE)
  await bench.trade(20 * SECOND_MS)
  expect(bench.held()).toBe(0)
})

test('F32 a process that was dead or blocked trades on only after it has read the broker’s books', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  bench.broker.books = 'unavailable'
  await bench.restart()
  await bench.trade(2 * MINUTE_MS)
  await bench.signal(ENTER_SHORT)
  expect(bench.account()?.isReconciled).toBe(false)
  expect(bench.broker.placed).toHaveLength(1)
  bench.broker.books = 'answered'
  await bench.pass(10 * SECOND_MS)
  expect(bench.account()?.isReconciled).toBe(true)
})
