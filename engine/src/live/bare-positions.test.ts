// Shares that are held are protected by the best source at hand, whatever else the broker fails to tell.
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test, vi } from 'vitest'
import { UNKNOWN } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'
import { recordTelemetry } from './testing/record-telemetry.ts'
import { reportFill } from './testing/report-fill.ts'

const STOP_PAISE = PRICE_PAISE * 0.99

const openProtected = () => openLiveBench({ instance: WITH_STOP })

test('the order row says complete while the trade book is down: the stop rests all the same', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  Object.assign(bench.broker, { tradeBook: async () => ({ kind: 'unavailable', why: 'down' }) })
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'PROTECT', quantity: entry.quantity, triggerPaise: STOP_PAISE })
  expect(bench.held()).toBe(0)
})

test('a trade that is missing from the trade book: protected at once, booked from the row within a minute', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 60, PRICE_PAISE)
  bench.broker.fill(entry.clientId, entry.quantity - 60, PRICE_PAISE)
  const missing = bench.broker.trades.pop()!
  Object.assign(bench.broker.lines[0]!, { averagePaise: PRICE_PAISE + 0.25 })
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
  expect(bench.held()).toBe(60)
  await bench.trade(MINUTE_MS)
  expect(bench.held()).toBe(entry.quantity)
  const value = bench.orders()[0]!.fills.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0)
  expect(value).toBe(Math.round(entry.quantity * (PRICE_PAISE + 0.25)))
  expect(bench.memory.rows.notices).toMatchObject([{ kind: 'MISMATCH' }])
  // The trade turns up after all: it is in the book once.
  bench.broker.trades.push(missing)
  await bench.signal(EXIT_LONG)
  expect(bench.held()).toBe(entry.quantity)
  expect(bench.broker.modified.at(-1)).toMatchObject({ quantity: entry.quantity, price: { kind: 'LIMIT' } })
})

test('a stop that was triggered and passed, without prices: it follows its own limit until it fills', async () => {
  const bench = await openProtected()
  await enterAndFill(bench)
  await bench.pass(3 * SECOND_MS)
  const line = bench.broker.lines[1]!
  Object.assign(line, { state: 'WORKING', limitPaise: STOP_PAISE * 0.975 })
  await bench.pass(40 * SECOND_MS)
  const limits = bench.broker.modified.map(({ price }) => (price.kind === 'LIMIT' ? price.limitPaise : 0))
  expect(limits.length).toBeGreaterThan(2)
  expect(limits).toEqual(limits.toSorted((left, right) => right - left))
  expect(limits[0]).toBeLessThan(STOP_PAISE * 0.975)
  expect(limits.at(-1)).toBeGreaterThan(STOP_PAISE * 0.85)
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ exitReason: 'STOP_LOSS' }])
})

test('an acknowledged entry that has vanished frees its slot within a minute of proof', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  bench.broker.lines.length = 0
  await bench.trade(50 * SECOND_MS)
  expect(bench.last().code).toBeNull()
  await bench.trade(70 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'LOST', code: 'NOT_PLACED' })
  await bench.signal(ENTER_LONG)
  expect(bench.broker.placed).toHaveLength(2)
})

test('a quantity that the exchange does not take in one order is closed in slices', async () => {
  const bench = await openProtected()
  const most = 60
  bench.broker.answers = [
    (request) => {
      const outcome = bench.broker.accept(request)
      if (request.purpose !== 'ENTRY' && request.quantity > most)
        bench.broker.end(request.clientId, 'REJECTED', '17070: The quantity is above the freeze quantity')
      return outcome
    },
  ]
  const entry = await enterAndFill(bench)
  for (let slice = 0; slice < 10 && bench.held() > 0; slice++) {
    await bench.trade(10 * SECOND_MS)
    const line = bench.broker.lines.at(-1)!
    if (line.state === 'WORKING') bench.broker.fill(line.clientId, line.quantity, PRICE_PAISE)
    bench.broker.publishUpdate()
    await bench.pass(SECOND_MS)
  }
  const exits = bench.orders().filter(({ purpose, state }) => purpose === 'EXIT' && state === 'FILLED')
  expect(exits.map(({ quantity }) => quantity)).toEqual([50, 50])
  expect(exits.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(entry.quantity)
  expect(bench.held()).toBe(0)
})

test('shares without a stop are tried again after two seconds, told after ten, and their time is reported', async () => {
  const { telemetry, of } = recordTelemetry()
  const bench = await openLiveBench({ instance: WITH_STOP, telemetry })
  // The stop gets no answer and is not in the book: whether it is there is not known for half a minute.
  bench.broker.answers = [
    (request) => bench.broker.accept(request),
    () => UNKNOWN,
    (request) => bench.broker.accept(request),
  ]
  const entry = await enterAndFill(bench)
  await bench.pass(8 * SECOND_MS)
  expect(bench.memory.rows.notices).toEqual([])
  await bench.pass(4 * SECOND_MS)
  expect(bench.memory.rows.notices).toMatchObject([{ kind: 'UNMANAGED' }])
  expect(bench.memory.rows.notices[0]!.sentence).toContain(`${entry.quantity} shares of SBIN-EQ`)
  await bench.trade(40 * SECOND_MS)
  expect(bench.broker.lines.at(-1)).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
  expect(of('onBareEnded')).toHaveLength(1)
  expect(of('onBareEnded')[0]![0]).toBeGreaterThan(20 * SECOND_MS)
})

test('an exit that is due keeps the stop of shares that are only reported', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  reportFill(bench, 40)
  const nothing = { buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 }
  bench.broker.held = [{ token: '3045', product: 'INTRADAY', buyQuantity: 40, ...nothing }]
  await bench.pass(SECOND_MS)
  bench.change({ isRunning: false, closeRequests: 1, positionsToClose: [...bench.memory.rows.positions.keys()] })
  await bench.trade(30 * SECOND_MS)
  expect(bench.broker.cancelled).not.toContain('b2')
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: 40 })
})

test.each(['while it runs', 'after a restart'])(
  'an exit waits for the rest of an entry that only its row shows, and its stop with it: %s',
  async (when) => {
    const bench = await openProtected()
    await bench.signal(ENTER_LONG)
    const entry = bench.last()
    bench.broker.fill(entry.clientId, 40, PRICE_PAISE)
    Object.assign(bench.broker.lines[0]!, { state: 'COMPLETE', filledQuantity: entry.quantity })
    bench.broker.publishUpdate()
    await bench.pass(SECOND_MS)
    bench.change({ isRunning: false, closeRequests: 1, positionsToClose: [...bench.memory.rows.positions.keys()] })
    if (when === 'after a restart') await bench.restart()
    await bench.trade(30 * SECOND_MS)
    expect(bench.broker.modified.filter(({ price }) => price.kind === 'LIMIT')).toEqual([])
    expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
    await bench.trade(60 * SECOND_MS)
    expect(bench.broker.modified.at(-1)).toMatchObject({ price: { kind: 'LIMIT' }, quantity: entry.quantity })
  },
)

test('the next slice of an exit does not wait for the trades of the one before', async () => {
  const bench = await openProtected()
  const entry = await enterAndFill(bench)
  bench.broker.answers = [
    (request) => {
      const outcome = bench.broker.accept(request)
      if (request.quantity > 60)
        bench.broker.end(request.clientId, 'REJECTED', 'The quantity is above the freeze quantity')
      return outcome
    },
  ]
  await bench.pass(3 * SECOND_MS)
  bench.broker.end(bench.last().clientId, 'CANCELLED')
  bench.broker.publishUpdate()
  await bench.trade(10 * SECOND_MS)
  const [first] = bench.broker.lines.filter(({ state }) => state === 'WORKING')
  expect(first).toMatchObject({ quantity: 50 })
  Object.assign(first!, { state: 'COMPLETE', filledQuantity: 50, averagePaise: PRICE_PAISE })
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  expect(bench.broker.lines.at(-1)).toMatchObject({ state: 'WORKING', quantity: entry.quantity - 50 })
})

test('a book that lags behind the order socket is read every second until it shows what has ended', async () => {
  const bench = await openProtected()
  await enterAndFill(bench)
  await bench.pass(10 * SECOND_MS)
  const readings = vi.spyOn(bench.broker, 'orderBook')
  for (const { onOrder } of bench.broker.listeners) onOrder({ ...bench.broker.lines[1]!, state: 'REJECTED' })
  await bench.pass(4 * SECOND_MS)
  expect(readings.mock.calls.length).toBeGreaterThanOrEqual(4)
  bench.broker.end(bench.broker.lines[1]!.clientId, 'REJECTED')
  await bench.pass(2 * SECOND_MS)
  expect(bench.orders()[1]).toMatchObject({ state: 'REJECTED' })
})

test('a price from before the entry was filled does not reach its stop', async () => {
  const bench = await openProtected()
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.tick(PRICE_PAISE * 0.985)
  await bench.pass(SECOND_MS)
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(5 * SECOND_MS)
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING' })
  bench.tick(PRICE_PAISE * 0.985)
  await bench.pass(5 * SECOND_MS)
  expect(bench.broker.modified.at(-1)).toMatchObject({ price: { kind: 'LIMIT' } })
})

test('a lost exit brings the stop back for the time until the next attempt', async () => {
  const bench = await openProtected()
  const entry = await enterAndFill(bench)
  await bench.pass(3 * SECOND_MS)
  // The stop is cancelled by somebody, and the exit that follows never arrives.
  bench.broker.end(bench.last().clientId, 'CANCELLED')
  bench.broker.answers = [(request) => (request.purpose === 'PROTECT' ? bench.broker.accept(request) : UNKNOWN)]
  bench.tick(PRICE_PAISE * 1.03)
  bench.broker.publishUpdate()
  await bench.trade(45 * SECOND_MS)
  const lost = bench.orders().find(({ purpose }) => purpose === 'TARGET')
  expect(lost).toMatchObject({ state: 'LOST', code: 'NOT_PLACED' })
  const ours = bench.broker.lines.filter(({ state }) => state === 'RESTING' || state === 'WORKING')
  expect(ours).toMatchObject([{ quantity: entry.quantity }])
})
