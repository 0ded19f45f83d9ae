// Faults around an order, from the feed and the database to the process itself.
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { ENTER_LONG, ENTER_SHORT } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { refused, UNKNOWN } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'

test('F11 a rejected log-in stops entries, notifies the owner within a minute and loses no exit', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  const entry = await enterAndFill(bench)
  bench.broker.books = 'refused'
  bench.broker.publishUpdate()
  await bench.pass(30 * SECOND_MS)
  expect(bench.memory.rows.notices).toMatchObject([{ kind: 'CREDENTIALS_REFUSED' }])
  bench.tick(PRICE_PAISE * 0.98)
  await bench.pass(3 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'PROTECT', side: 'SELL', quantity: entry.quantity, triggerPaise: null })
  expect(bench.broker.modified).toHaveLength(1)
})

test('F18 a stale feed produces no entry', async () => {
  const bench = await openLiveBench()
  await bench.pass(40 * SECOND_MS)
  expect(bench.engine().markets.real.context.staleTokens.size).toBe(1)
  bench.tick()
  expect(bench.engine().markets.real.context.staleTokens.size).toBe(0)
})

test('F19 impossible prices trigger no stop', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await enterAndFill(bench)
  for (const price of [0, -5, PRICE_PAISE * 100, PRICE_PAISE / 100]) bench.tick(price)
  await bench.pass(3 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'PROTECT', state: 'RESTING' })
  expect(bench.broker.modified).toEqual([])
})

test('F20 a clock jump is reported, and nothing is decided outside exchange hours', async () => {
  const bench = await openLiveBench({ calendar: INDIA_CALENDAR, minute: 15 * 60 + 40 })
  await bench.signal(ENTER_LONG)
  await bench.signal(ENTER_SHORT)
  expect(bench.orders()).toEqual([])
})

test.each([
  ['F21 database down for twenty seconds', new Error('terminating connection')],
  ['F23 full disk', Object.assign(new Error('No space left on device'), { code: '53100' })],
])('%s: no unrecorded order is sent, and trading resumes by itself', async (_, error) => {
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
  expect(bench.errors).not.toEqual([])
  isAway = false
  await bench.pass(6 * SECOND_MS)
  expect(bench.orders()).toHaveLength(1)
  expect(bench.broker.placed).toHaveLength(1)
})

test('F25 an order book that misses a page once does not end an order', async () => {
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
  await bench.pass(6 * SECOND_MS)
  expect(bench.last().state).toBe('ACKNOWLEDGED')
})

test('F26 a failed position look-up proves nothing; F27 manually bought shares are reported and never traded', async () => {
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

test('F29 a kill switch during a burst stops all sending and cancels working orders within five seconds', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  bench.memory.rows.switches.add('all')
  bench.change({ isRunning: false })
  await bench.pass(5 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual(['b1'])
  await bench.signal(ENTER_SHORT)
  expect(bench.broker.placed).toHaveLength(1)
})

test('F30 a square-off exit is retried until the broker accepts it, and the owner is notified', async () => {
  const bench = await openLiveBench({ minute: 652 })
  const entry = await enterAndFill(bench)
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

test('F32 a process that was dead or blocked trades only after reconciling with the broker', async () => {
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
