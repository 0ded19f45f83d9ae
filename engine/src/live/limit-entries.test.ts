// An entry with a limit waits at the broker for the minute after its decision, unless the strategy renews it.
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { openLiveBench, PRICE_PAISE } from './testing/open-live-bench.ts'

type Bench = Awaited<ReturnType<typeof openLiveBench>>

const LIMIT = 79_500
const buyAt = (bench: Bench, limitPaise = LIMIT) => bench.signal(ENTER_LONG, undefined, { limitPaise })
const shown = (bench: Bench) => bench.orders().map(({ purpose, side, state }) => `${purpose} ${side} ${state}`)

/** The broker does what it was asked: what was cancelled shows in its book. */
async function cancelled(bench: Bench) {
  for (const line of bench.broker.lines)
    if (bench.broker.cancelled.includes(line.brokerOrderId) && line.state === 'WORKING') line.state = 'CANCELLED'
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
}

test('an entry with a limit is a limit order on a tick, and is cancelled after its minute', async () => {
  const bench = await openLiveBench()
  await buyAt(bench, 79_503)
  expect(bench.broker.placed[0]?.price).toEqual({ kind: 'LIMIT', limitPaise: 79_500 })
  await bench.trade(MINUTE_MS)
  expect(bench.broker.cancelled).toEqual([])
  await bench.trade(10 * SECOND_MS)
  await cancelled(bench)
  expect(shown(bench)).toEqual(['ENTRY BUY CANCELLED'])
  // It neither ties up capital nor counts towards the orders of the day, after a restart neither.
  expect([bench.account()!.core.longCapital.inUsePaise, bench.account()!.core.entriesToday]).toEqual([0, 0])
  await bench.restart()
  expect(bench.account()!.core.entriesToday).toBe(0)
})

test('the same limit at the next close goes on waiting, and is one order', async () => {
  const bench = await openLiveBench()
  for (let minute = 0; minute < 4; minute++) await buyAt(bench)
  expect([bench.broker.placed.length, bench.broker.cancelled.length]).toEqual([1, 0])
  const [order] = bench.orders()
  bench.broker.fill(order!.clientId, order!.quantity, LIMIT)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  expect(bench.held()).toBe(order!.quantity)
  expect(bench.account()!.core.slots[0]).toMatchObject({ side: 1, pendingSide: 0, entryPaise: LIMIT })
  expect(bench.account()!.core.entriesToday).toBe(1)
})

test.each([
  ['another limit', ENTER_LONG, { limitPaise: 79_800 }, { kind: 'LIMIT', limitPaise: 79_800 }],
  ['the other side', ENTER_SHORT, { limitPaise: 80_500 }, { kind: 'LIMIT', limitPaise: 80_500 }],
  ['no limit', ENTER_LONG, null, { kind: 'MARKET', lastPaise: PRICE_PAISE }],
  ['another stop', ENTER_LONG, { limitPaise: LIMIT, stopPaise: 79_000 }, { kind: 'LIMIT', limitPaise: LIMIT }],
])('an entry with %s takes the place of one that waits, once that is cancelled', async (_, signal, prices, price) => {
  const bench = await openLiveBench()
  await buyAt(bench)
  await bench.signal(signal, undefined, prices)
  expect([bench.broker.placed.length, bench.broker.cancelled.length]).toEqual([1, 1])
  await cancelled(bench)
  expect(bench.broker.placed.map((request) => request.price).slice(1)).toEqual([price])
  expect(bench.account()!.core.slots[0]!.pendingSide).toBe(signal === ENTER_LONG ? 1 : -1)
})

test('one that fills while another takes its place stays the only one', async () => {
  const bench = await openLiveBench()
  await buyAt(bench)
  await buyAt(bench, 79_800)
  const [order] = bench.orders()
  bench.broker.fill(order!.clientId, order!.quantity, LIMIT)
  bench.broker.publishUpdate()
  await bench.trade(2 * MINUTE_MS)
  expect([bench.held(), bench.broker.placed.filter(({ purpose }) => purpose === 'ENTRY').length]).toEqual([
    order!.quantity,
    1,
  ])
})

test('what a part has filled is kept, and the rest is cancelled', async () => {
  const bench = await openLiveBench()
  await buyAt(bench)
  bench.broker.fill(bench.orders()[0]!.clientId, 7, LIMIT)
  bench.broker.publishUpdate()
  await bench.trade(MINUTE_MS + 10 * SECOND_MS)
  await cancelled(bench)
  expect(shown(bench)[0]).toBe('ENTRY BUY CANCELLED')
  expect(bench.account()!.core.slots[0]).toMatchObject({ side: 1, quantity: 7, pendingSide: 0 })
})

test('what a part has filled is closed when the strategy leaves while the rest still waits', async () => {
  const bench = await openLiveBench()
  await buyAt(bench)
  bench.broker.fill(bench.orders()[0]!.clientId, 7, LIMIT)
  bench.broker.publishUpdate()
  await bench.signal(EXIT_LONG)
  expect(bench.broker.cancelled).toEqual(['b1'])
  await cancelled(bench)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', reason: 'SIGNAL', side: 'SELL', quantity: 7 })
})

test('the same limit that comes while the order is being cancelled is a new order, once that is proven', async () => {
  const bench = await openLiveBench()
  await buyAt(bench)
  await bench.trade(MINUTE_MS + 10 * SECOND_MS)
  expect(new Set(bench.broker.cancelled)).toEqual(new Set(['b1']))
  await buyAt(bench)
  expect(bench.broker.placed.length).toBe(1)
  await cancelled(bench)
  expect(shown(bench)).toEqual(['ENTRY BUY CANCELLED', 'ENTRY BUY ACKNOWLEDGED'])
})

test('a wait is not renewed once nothing may be entered, as at the end of a session', async () => {
  const spent = await openLiveBench()
  await buyAt(spent)
  spent.account()!.core.entriesToday = 21
  await buyAt(spent)
  await spent.trade(10 * SECOND_MS)
  expect(new Set(spent.broker.cancelled)).toEqual(new Set(['b1']))

  // A session of the demo ends its entries at 58 minutes past the hour, and squares off a minute later.
  const late = await openLiveBench({ minute: 653 })
  for (let minute = 0; minute < 3; minute++) await buyAt(late)
  expect([late.broker.placed.length, late.broker.cancelled.length]).toEqual([1, 0])
  await buyAt(late)
  await late.trade(10 * SECOND_MS)
  await cancelled(late)
  await late.trade(2 * MINUTE_MS)
  expect(shown(late)).toEqual(['ENTRY BUY CANCELLED'])
})

test('a long wait begins anew, so that a switch nobody has told the engine of ends it', async () => {
  const bench = await openLiveBench()
  for (let minute = 0; minute < 6; minute++) await buyAt(bench)
  expect([bench.broker.placed.length, bench.broker.cancelled]).toEqual([1, ['b1']])
  await cancelled(bench)
  expect(shown(bench)).toEqual(['ENTRY BUY CANCELLED', 'ENTRY BUY ACKNOWLEDGED'])
  bench.memory.rows.switches.add('all')
  for (let minute = 0; minute < 5; minute++) await buyAt(bench)
  await cancelled(bench)
  expect(shown(bench)).toEqual(['ENTRY BUY CANCELLED', 'ENTRY BUY CANCELLED', 'ENTRY BUY DENIED'])
  expect(bench.broker.placed.length).toBe(2)
})

test('one whose symbol is silent in its minute is cancelled, and given again at the next trade', async () => {
  const bench = await openLiveBench()
  await buyAt(bench)
  await bench.pass(MINUTE_MS + 6 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual(['b1'])
  await cancelled(bench)
  await buyAt(bench)
  expect(shown(bench)).toEqual(['ENTRY BUY CANCELLED', 'ENTRY BUY ACKNOWLEDGED'])
})

test('one that fills while no engine runs is held once, and is not entered again', async () => {
  const bench = await openLiveBench()
  await buyAt(bench)
  await buyAt(bench)
  bench.crash()
  const [order] = bench.orders()
  bench.broker.fill(order!.clientId, order!.quantity, LIMIT)
  await bench.begin()
  await buyAt(bench)
  await bench.trade(MINUTE_MS)
  expect(bench.held()).toBe(order!.quantity)
  expect(bench.broker.placed.filter(({ purpose }) => purpose === 'ENTRY').length).toBe(1)
})

test('one that waits is cancelled after a restart, and when its owner stops the bot', async () => {
  const bench = await openLiveBench()
  await buyAt(bench)
  await bench.restart()
  await bench.trade(2 * MINUTE_MS)
  expect(new Set(bench.broker.cancelled)).toEqual(new Set(['b1']))
  await cancelled(bench)
  await buyAt(bench)
  bench.change({ isRunning: false })
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.cancelled.at(-1)).toBe('b2')
})

test('the stop and the target that a strategy names close the position, the nearer one of each', async () => {
  const bench = await openLiveBench({
    instance: {
      limits: { ...(await openLiveBench()).account()!.core.rules.limits, stopLossBps: 100, targetBps: 200 },
    },
  })
  await bench.signal(ENTER_LONG, undefined, { stopPaise: 79_600, targetPaise: 90_000 })
  const entry = bench.last()
  bench.broker.fill(entry.clientId, entry.quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  const position = () => [...bench.account()!.positions.values()][0]
  // The settings' stop of 79,200 is further away than the one named; their target of 81,600 is nearer.
  expect(position()).toMatchObject({ stopPaise: 79_600, targetPaise: 81_600 })
  expect(bench.broker.placed.at(-1)?.price).toEqual({ kind: 'STOP', triggerPaise: 79_600 })
  await bench.restart()
  expect(position()).toMatchObject({ stopPaise: 79_600, targetPaise: 81_600 })
})
