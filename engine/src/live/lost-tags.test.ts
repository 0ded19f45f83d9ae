// Answers and tags are lost, and rows have to be told apart: each row is one order's, and each sale is counted once.
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { refused, UNKNOWN } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'
import { showPositions, tradeByHand } from './testing/trade-by-hand.ts'

type Bench = Awaited<ReturnType<typeof openLiveBench>>

test('a book without tags is read by the broker’s order id', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  bench.broker.fill(bench.last().clientId, bench.last().quantity, PRICE_PAISE)
  for (const line of bench.broker.lines) line.clientId = ''
  await bench.trade(20 * SECOND_MS)
  expect(bench.last().state).toBe('FILLED')
})

/** An entry that reaches the broker, whose answer and tag are both lost. */
async function loseAnswerAndTag() {
  const bench = await openLiveBench({ instance: WITH_STOP })
  bench.broker.answers = [
    (request) => {
      bench.broker.accept(request)
      return UNKNOWN
    },
    (request) => bench.broker.accept(request),
  ]
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.lines[0]!.clientId = ''
  return { bench, entry }
}

test('an order whose answer and tag are lost is adopted, protected and shown to its owner', async () => {
  const { bench, entry } = await loseAnswerAndTag()
  await bench.trade(10 * SECOND_MS)
  expect(bench.orders()).toMatchObject([
    { id: entry.id, state: 'FILLED', brokerOrderId: 'b1' },
    { purpose: 'PROTECT', state: 'RESTING', quantity: entry.quantity },
  ])
  expect(bench.held()).toBe(entry.quantity)
  expect(bench.memory.rows.notices).toMatchObject([{ kind: 'MISMATCH' }])
  expect(bench.memory.rows.notices[0]!.sentence).toContain('Is it yours?')
})

test('an order of the owner that looks just the same keeps the bot’s from being adopted', async () => {
  const { bench, entry } = await loseAnswerAndTag()
  tradeByHand(bench, 'BUY', entry.quantity)
  await bench.trade(70 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'UNKNOWN', fills: [] })
  expect(bench.held()).toBe(0)
})

test('an order of the owner that waits far from the market is no rival', async () => {
  const { bench, entry } = await loseAnswerAndTag()
  tradeByHand(bench, 'BUY', entry.quantity)
  const waiting = { state: 'WORKING', filledQuantity: 0, averagePaise: 0, limitPaise: PRICE_PAISE * 0.94 } as const
  Object.assign(bench.broker.lines.at(-1)!, waiting)
  bench.broker.trades.pop()
  await bench.trade(10 * SECOND_MS)
  expect(bench.orders()[0]).toMatchObject({ state: 'FILLED', brokerOrderId: 'b1' })
})

/** Entries are placed; their stops get no answer and are in no book. */
async function openLosingStops(): Promise<Bench> {
  const bench = await openLiveBench({ instance: WITH_STOP })
  bench.broker.answers = [(request) => bench.broker.accept(request), () => UNKNOWN]
  return bench
}

/** The next order reaches the broker, and neither its answer nor its tag reaches us. */
function loseNext({ broker }: Bench): void {
  broker.answers = [
    (request) => {
      broker.accept(request)
      broker.lines.at(-1)!.clientId = ''
      return UNKNOWN
    },
    (request) => broker.accept(request),
  ]
}

test('of two stops that look the same the newer one takes the row of its time, and the older is found by its tag', async () => {
  const bench = await openLosingStops()
  const entry = await enterAndFill(bench)
  const older = bench.last()
  await bench.pass(3 * SECOND_MS)
  loseNext(bench)
  await bench.trade(40 * SECOND_MS)
  const newer = bench.last()
  expect(older).not.toBe(newer)
  expect([newer.state, newer.brokerOrderId]).toEqual(['RESTING', 'b2'])
  // The older one was only late.
  bench.broker.accept({ ...bench.broker.placed[1]! })
  await bench.trade(20 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual(['b3'])
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
})

test('a tag that was seen once is known when the book loses it', async () => {
  const bench = await openLosingStops()
  await enterAndFill(bench)
  const older = bench.last()
  await bench.pass(3 * SECOND_MS)
  bench.broker.answers = [() => UNKNOWN]
  await bench.trade(40 * SECOND_MS)
  const newer = bench.last()
  // The socket shows whose it is, the book does not.
  bench.broker.accept({ ...bench.broker.placed[1]! })
  const row = bench.broker.lines.at(-1)!
  for (const { onOrder } of bench.broker.listeners) onOrder({ ...row })
  row.clientId = ''
  await bench.trade(10 * SECOND_MS)
  const now = (id: string) => bench.orders().find((order) => order.id === id)
  expect([now(older.id)?.brokerOrderId, now(newer.id)?.brokerOrderId]).toEqual(['b2', null])
})

test('a row with the tag of an order that has taken another one is cancelled, and what it fills is closed', async () => {
  const { bench, entry } = await loseAnswerAndTag()
  await bench.trade(10 * SECOND_MS)
  expect(bench.orders()[0]).toMatchObject({ state: 'FILLED', brokerOrderId: 'b1' })
  // What was taken for the entry was the owner's; ours was only late.
  bench.broker.accept({ ...bench.broker.placed[0]! })
  const [, , late] = bench.broker.lines
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.cancelled).toContain(late!.brokerOrderId)
  bench.broker.fill(late!.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.trade(10 * SECOND_MS)
  const exit = bench.broker.lines.at(-1)!
  expect(exit).toMatchObject({ side: 'SELL', quantity: entry.quantity })
  bench.broker.fill(exit.clientId, entry.quantity, PRICE_PAISE)
  await bench.trade(10 * SECOND_MS)
  expect(bench.held()).toBe(entry.quantity)
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
})

test('a row that one order has taken is no other order’s, even if it shows that one’s tag', async () => {
  const bench = await openLosingStops()
  await enterAndFill(bench)
  const older = bench.last()
  await bench.pass(3 * SECOND_MS)
  loseNext(bench)
  await bench.trade(40 * SECOND_MS)
  bench.broker.lines[1]!.clientId = older.clientId
  await bench.trade(60 * SECOND_MS)
  expect(bench.orders().filter(({ brokerOrderId }) => brokerOrderId === 'b2')).toHaveLength(1)
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING' })
})

test('an exit without answer and tag that has sold is not sent again, whatever the positions show', async () => {
  const bench = await openLiveBench()
  const entry = await enterAndFill(bench)
  showPositions(bench)
  loseNext(bench)
  await bench.signal(EXIT_LONG)
  const exit = bench.last()
  const [, row] = bench.broker.lines
  Object.assign(row!, { state: 'COMPLETE', filledQuantity: row!.quantity, averagePaise: PRICE_PAISE })
  const sale = { tradeId: 't9', brokerOrderId: row!.brokerOrderId, side: 'SELL', pricePaise: PRICE_PAISE } as const
  bench.broker.trades.push({ ...sale, quantity: entry.quantity, atMs: bench.clock.nowMs() })
  await bench.trade(90 * SECOND_MS)
  expect(bench.broker.placed).toHaveLength(2)
  expect(bench.held()).toBe(0)
  expect(exit.id).toBe(bench.last().id)
  expect(bench.last()).toMatchObject({ state: 'FILLED', brokerOrderId: row!.brokerOrderId })
  const sentences = bench.memory.rows.notices.map(({ sentence }) => sentence)
  expect(sentences.at(-1)).toContain('counts what it has closed')
})

test('the row that an exit has taken is on record before its trades are known', async () => {
  const bench = await openLiveBench()
  await enterAndFill(bench)
  loseNext(bench)
  await bench.signal(EXIT_LONG)
  const [, row] = bench.broker.lines
  Object.assign(row!, { state: 'COMPLETE', filledQuantity: row!.quantity, averagePaise: PRICE_PAISE })
  for (let second = 0; second < 60 && bench.last().brokerOrderId === null; second++) await bench.trade(SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'UNKNOWN', brokerOrderId: row!.brokerOrderId, fills: [] })
})

test('an exit that was given up because a book lacked its row is counted when the row is there again', async () => {
  const bench = await openLiveBench()
  const entry = await enterAndFill(bench)
  showPositions(bench)
  loseNext(bench)
  await bench.signal(EXIT_LONG)
  const [row] = bench.broker.lines.splice(1)
  await bench.trade(50 * SECOND_MS)
  const again = bench.broker.lines.at(-1)!
  expect(again).toMatchObject({ side: 'SELL', quantity: entry.quantity })
  bench.broker.fill(again.clientId, entry.quantity, PRICE_PAISE)
  const closed = { state: 'COMPLETE', filledQuantity: row!.quantity, averagePaise: PRICE_PAISE } as const
  bench.broker.lines.push(Object.assign(row!, { ...closed, brokerOrderId: 'b9' }))
  const sale = { tradeId: 't9', brokerOrderId: 'b9', side: 'SELL', pricePaise: PRICE_PAISE } as const
  bench.broker.trades.push({ ...sale, quantity: entry.quantity, atMs: bench.clock.nowMs() })
  await bench.trade(20 * SECOND_MS)
  // Sold twice: what is too much is bought back.
  expect(bench.broker.placed.at(-1)).toMatchObject({ side: 'BUY', quantity: entry.quantity })
})

test('a trade of the owner is not taken for a stop whose price it has not reached', async () => {
  const bench = await openLosingStops()
  const entry = await enterAndFill(bench)
  const stop = bench.last()
  tradeByHand(bench, 'SELL', entry.quantity)
  showPositions(bench)
  await bench.trade(60 * SECOND_MS)
  expect(bench.orders().find(({ id }) => id === stop.id)).toMatchObject({ state: 'LOST', fills: [] })
  expect(bench.last()).toMatchObject({ purpose: 'OUTSIDE', state: 'FILLED' })
  expect(bench.held()).toBe(0)
})

test('an exit that is on its way explains a sale without a tag, also beside a stop that came back', async () => {
  const bench = await openLosingStops()
  const entry = await enterAndFill(bench)
  showPositions(bench)
  const stop = bench.last()
  await bench.trade(40 * SECOND_MS)
  expect(bench.orders().find(({ id }) => id === stop.id)).toMatchObject({ state: 'LOST' })
  // The exit is answered by nobody for as long as the test lasts.
  bench.broker.answers = [() => new Promise(() => {})]
  bench.tick(PRICE_PAISE * 1.03)
  await bench.trade(40 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'TARGET', state: 'SENDING' })
  bench.broker.accept({ ...bench.broker.placed[1]! })
  tradeByHand(bench, 'SELL', entry.quantity)
  showPositions(bench)
  await bench.trade(60 * SECOND_MS)
  expect(bench.orders().filter(({ purpose }) => purpose === 'OUTSIDE')).toEqual([])
})

test('a lost exit whose sale was booked as the owner’s is not booked again when only its row shows the tag', async () => {
  const bench = await openLiveBench()
  const entry = await enterAndFill(bench)
  showPositions(bench)
  bench.broker.answers = [() => UNKNOWN, () => refused(true)]
  await bench.signal(EXIT_LONG)
  const exit = bench.last()
  // Too late to be like it.
  await bench.trade(80 * SECOND_MS)
  tradeByHand(bench, 'SELL', entry.quantity)
  showPositions(bench)
  await bench.trade(40 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'OUTSIDE', state: 'FILLED' })
  bench.broker.trades.pop()
  bench.broker.lines.at(-1)!.clientId = exit.clientId
  await bench.trade(120 * SECOND_MS)
  expect(bench.held()).toBe(0)
  expect(bench.orders().filter(({ side }) => side === 'BUY')).toHaveLength(1)
})

test('an exit whose outcome stays unknown, beside a row that may be it, keeps the next one for no longer than a minute', async () => {
  const bench = await openLiveBench()
  const entry = await enterAndFill(bench)
  showPositions(bench)
  bench.broker.answers = [() => UNKNOWN, (request) => bench.broker.accept(request)]
  await bench.signal(EXIT_LONG)
  const lost = bench.last()
  expect(lost).toMatchObject({ purpose: 'EXIT', state: 'UNKNOWN' })
  // The owner's own sale works far from the market and has no tag either.
  tradeByHand(bench, 'SELL', entry.quantity)
  const waiting = { state: 'WORKING', filledQuantity: 0, averagePaise: 0, limitPaise: PRICE_PAISE * 1.01 } as const
  Object.assign(bench.broker.lines.at(-1)!, waiting)
  bench.broker.trades.pop()
  await bench.trade(60 * SECOND_MS)
  expect(bench.orders().find(({ id }) => id === lost.id)).toMatchObject({ state: 'LOST', code: 'NOT_PLACED' })
  bench.broker.end(bench.broker.lines.at(-1)!.clientId, 'CANCELLED')
  await bench.trade(20 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', state: 'ACKNOWLEDGED', quantity: entry.quantity })
})

test('an exit that took the owner’s row and fills late is found by its tag after its position has closed', async () => {
  const bench = await openLiveBench()
  const entry = await enterAndFill(bench)
  showPositions(bench)
  bench.broker.answers = [() => UNKNOWN, (request) => bench.broker.accept(request)]
  await bench.signal(EXIT_LONG)
  const exit = bench.last()
  tradeByHand(bench, 'SELL', entry.quantity)
  await bench.trade(40 * SECOND_MS)
  expect(bench.orders().at(-1)).toMatchObject({ id: exit.id, state: 'FILLED', brokerOrderId: 'hand-1' })
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ closedAtMs: expect.any(Number) }])
  // What was taken for it was the owner's; the exit itself was only late.
  bench.broker.accept({ ...bench.broker.placed[1]! })
  bench.broker.fill(exit.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.trade(10 * SECOND_MS)
  expect(bench.broker.placed.at(-1)).toMatchObject({ side: 'BUY', quantity: entry.quantity })
})
