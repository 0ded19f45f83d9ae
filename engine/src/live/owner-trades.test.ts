// The owner trades in the same account, and the broker's books are incomplete: we never sell what is not there.
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { SECOND_MS } from '@trading-bot/core/time'
import { expect, test, vi } from 'vitest'
import { UNKNOWN } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'
import { showPositions, SOLD_PAISE, tradeByHand } from './testing/trade-by-hand.ts'

type Bench = Awaited<ReturnType<typeof openLiveBench>>

async function enterProtected() {
  const bench = await openLiveBench({ instance: WITH_STOP })
  const entry = await enterAndFill(bench)
  showPositions(bench)
  await bench.trade(20 * SECOND_MS)
  return { bench, entry }
}

test('a position that the owner closed by hand is booked at the broker’s price and never sold again', async () => {
  const { bench, entry } = await enterProtected()
  tradeByHand(bench, 'SELL', entry.quantity)
  showPositions(bench)
  for (const { onOrder } of bench.broker.listeners) onOrder(bench.broker.lines.at(-1)!)
  await bench.trade(40 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual(['b2'])
  expect(bench.held()).toBe(0)
  expect(bench.last()).toMatchObject({ purpose: 'OUTSIDE', state: 'FILLED', reason: 'OUTSIDE' })
  expect(bench.last().fills).toMatchObject([{ quantity: entry.quantity, pricePaise: SOLD_PAISE }])
  expect(bench.last().pnlPaise).toBeGreaterThan(0)
  expect(bench.memory.rows.notices.map(({ kind }) => kind)).toContain('CLOSED_OUTSIDE')
  await bench.signal(EXIT_LONG)
  expect(bench.broker.placed.map(({ purpose }) => purpose)).toEqual(['ENTRY', 'PROTECT'])
})

test('an exit is capped by what the broker has, from the first valid reading on', async () => {
  const { bench, entry } = await enterProtected()
  tradeByHand(bench, 'SELL', 60)
  showPositions(bench)
  for (const { onOrder } of bench.broker.listeners) onOrder(bench.broker.lines.at(-1)!)
  await bench.pass(SECOND_MS)
  expect(bench.held()).toBe(entry.quantity)
  bench.tick(PRICE_PAISE * 1.03)
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.modified.map(({ quantity }) => quantity)).toEqual(
    bench.broker.modified.map(() => entry.quantity - 60),
  )
  expect(bench.broker.modified.at(-1)).toMatchObject({ price: { kind: 'LIMIT' } })
})

/** A limit order of the owner that waits far from the market. */
function restByHand({ broker, clock }: Bench, side: 'BUY' | 'SELL', quantity: number): void {
  const ids = { brokerOrderId: `hand-${broker.lines.length}`, clientId: '', token: '3045' }
  const nothing = { filledQuantity: 0, averagePaise: 0, text: '', updatedMs: clock.nowMs() }
  broker.lines.push({ ...ids, ...nothing, side, quantity, state: 'WORKING', product: 'INTRADAY' })
}

test('a far sell of the owner leaves our stop for what remains, and the owner is told at once', async () => {
  const { bench, entry } = await enterProtected()
  restByHand(bench, 'SELL', 40)
  for (const { onOrder } of bench.broker.listeners) onOrder(bench.broker.lines.at(-1)!)
  await bench.pass(2 * SECOND_MS)
  const left = entry.quantity - 40
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: left })
  expect(bench.memory.rows.notices.map(({ sentence }) => sentence)).toEqual([
    `An order of yours at the broker may close 40 of the bot’s shares of SBIN-EQ. The bot’s stop covers the other ${left}.`,
  ])
  Object.assign(bench.broker.lines.at(-1)!, { state: 'CANCELLED' })
  await bench.trade(20 * SECOND_MS)
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
})

test('an order that the owner withdraws gives its shares back to the stop, though the positions lag behind', async () => {
  const { bench, entry } = await enterProtected()
  restByHand(bench, 'SELL', entry.quantity)
  for (const { onOrder } of bench.broker.listeners) onOrder(bench.broker.lines.at(-1)!)
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.lines[1]).toMatchObject({ state: 'CANCELLED' })
  bench.broker.held = []
  const far = bench.broker.lines.at(-1)!
  Object.assign(far, { state: 'CANCELLED' })
  for (const { onOrder } of bench.broker.listeners) onOrder(far)
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.lines.at(-1)).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
})

test('an order that the owner withdraws gives its shares back to the stop while the positions cannot be read', async () => {
  const { bench, entry } = await enterProtected()
  restByHand(bench, 'SELL', entry.quantity)
  const far = bench.broker.lines.at(-1)!
  for (const { onOrder } of bench.broker.listeners) onOrder(far)
  await bench.pass(2 * SECOND_MS)
  Object.assign(bench.broker, { positions: async () => ({ kind: 'unavailable', why: 'down' }) })
  Object.assign(far, { state: 'CANCELLED' })
  for (const { onOrder } of bench.broker.listeners) onOrder(far)
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.lines.at(-1)).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
})

test('a reading that is to be repeated soon is, though a look-up of the orders came in between', async () => {
  const { bench, entry } = await enterProtected()
  const [shown] = bench.broker.held
  bench.broker.held = [{ ...shown!, sellQuantity: 40 }]
  const readings = vi.spyOn(bench.broker, 'positions')
  bench.account()!.positionsDueMs = 0
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  bench.broker.publishUpdate()
  await bench.pass(5 * SECOND_MS)
  expect(readings).toHaveBeenCalledTimes(2)
  expect(bench.held()).toBe(entry.quantity)
})

test('positions from before our own fills are no shares of the owner', async () => {
  const { bench, entry } = await enterProtected()
  await bench.signal(EXIT_LONG)
  bench.broker.fill(bench.broker.lines[1]!.clientId, entry.quantity, PRICE_PAISE)
  await bench.trade(60 * SECOND_MS)
  expect(bench.held()).toBe(0)
  expect(bench.memory.rows.notices).toEqual([])
})

test('a stale or empty reading of positions abandons nothing', async () => {
  const { bench, entry } = await enterProtected()
  bench.broker.held = []
  await bench.trade(60 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual([])
  expect(bench.held()).toBe(entry.quantity)
})

test('a shortage without foreign trades is told and booked by nobody', async () => {
  const { bench, entry } = await enterProtected()
  const [shown] = bench.broker.held
  bench.broker.held = [{ ...shown!, sellQuantity: entry.quantity }]
  await bench.trade(60 * SECOND_MS)
  expect(bench.held()).toBe(entry.quantity)
  expect(bench.memory.rows.notices.map(({ kind }) => kind)).toContain('MISMATCH')
  // The positions may run ahead of the trades: until the rows say where the shares went, the stop rests for all of them.
  expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
  await bench.signal(EXIT_LONG)
  expect(bench.broker.modified).toEqual([])
})

test('shares converted to delivery leave the bot at their cost', async () => {
  const { bench, entry } = await enterProtected()
  const [shown] = bench.broker.held
  const nothing = { sellQuantity: 0, sellValuePaise: 0 }
  bench.broker.held = [
    { ...shown!, sellQuantity: entry.quantity },
    { token: '3045', product: 'DELIVERY', buyQuantity: entry.quantity, buyValuePaise: 0, ...nothing },
  ]
  await bench.trade(60 * SECOND_MS)
  expect(bench.held()).toBe(0)
  expect(bench.last()).toMatchObject({ purpose: 'OUTSIDE', fills: [{ pricePaise: PRICE_PAISE }] })
})

test('a row that cannot be read is skipped, unless it may be ours', async () => {
  for (const { token, state } of [
    { token: '3045', state: 'UNKNOWN' },
    { token: '1', state: 'LOST' },
  ] as const) {
    const bench = await openLiveBench()
    bench.broker.answers = [() => UNKNOWN]
    await bench.signal(ENTER_LONG)
    const empty = { filledQuantity: 0, averagePaise: 0, text: '', updatedMs: null }
    bench.broker.lines.push({
      brokerOrderId: 'x',
      clientId: '',
      token,
      side: 'BUY',
      quantity: 0,
      state: 'UNREADABLE',
      ...empty,
    })
    await bench.trade(50 * SECOND_MS)
    expect(bench.last().state, token).toBe(state)
  }
})
