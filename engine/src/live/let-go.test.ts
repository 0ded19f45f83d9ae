// The owner calls a position theirs that the bot had taken from an order without its tag.
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { UNKNOWN } from './testing/broker-answers.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'
import { showPositions } from './testing/trade-by-hand.ts'

/** An entry whose answer and tag were lost has been adopted and is protected. */
async function openAdopted() {
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
  showPositions(bench)
  await bench.trade(10 * SECOND_MS)
  const [position] = bench.memory.rows.positions.values()
  return { bench, position: position!, entry }
}

test('an adopted position is stored with its question, and one of the bot’s own without', async () => {
  const { position } = await openAdopted()
  expect(position.adoptedAtMs).not.toBeNull()
})

test.each(['while the engine runs', 'before it starts'])(
  'the stop is withdrawn before the shares leave the books at cost, asked for %s',
  async (when) => {
    const { bench, position, entry } = await openAdopted()
    expect(bench.broker.lines[1]).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
    if (when === 'before it starts') bench.crash()
    bench.change({ positionsToRelease: [position.id] })
    if (when === 'before it starts') await bench.begin()
    if (when === 'while the engine runs') {
      // At once, without waiting for the next look at the books.
      await bench.pass(SECOND_MS / 2)
      expect(bench.broker.cancelled).toEqual(['b2'])
    }
    await bench.pass(5 * SECOND_MS)
    expect(bench.broker.lines[1]).toMatchObject({ state: 'CANCELLED' })
    expect(bench.orders().map(({ purpose, state }) => [purpose, state])).toEqual([
      ['ENTRY', 'FILLED'],
      ['PROTECT', 'CANCELLED'],
      ['OUTSIDE', 'FILLED'],
    ])
    expect(bench.held()).toBe(0)
    expect(bench.account()!.core.slots[0]).toMatchObject({ side: 0, quantity: 0 })
    expect(bench.account()!.core.longCapital.inUsePaise).toBe(0)
    // Nothing of it is sold, today or after another start: they are the owner's.
    if (when === 'before it starts') await bench.restart()
    await bench.trade(2 * MINUTE_MS)
    expect(bench.broker.lines).toHaveLength(2)
    const kinds = bench.memory.rows.notices.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'UNMANAGED')).toEqual([])
  },
)

test('shares that its stop sells while it is withdrawn are the bot’s trade, and the rest is the owner’s', async () => {
  const { bench, position, entry } = await openAdopted()
  const stop = bench.broker.lines[1]!
  Object.assign(bench.broker, {
    cancel: async () => {
      bench.broker.fill(stop.clientId, 40, PRICE_PAISE * 0.99)
      stop.state = 'CANCELLED'
      return { kind: 'acknowledged', brokerOrderId: stop.brokerOrderId }
    },
  })
  bench.change({ positionsToRelease: [position.id] })
  await bench.trade(20 * SECOND_MS)
  const outside = bench.orders().filter(({ purpose }) => purpose === 'OUTSIDE')
  expect(outside).toMatchObject([{ quantity: entry.quantity - 40, state: 'FILLED' }])
  expect(bench.held()).toBe(0)
})

test.each(['while it runs', 'after a restart'])(
  'the next position is the bot’s, and what it let go is not: %s',
  async (when) => {
    const { bench, position } = await openAdopted()
    bench.change({ positionsToRelease: [position.id] })
    await bench.trade(MINUTE_MS)
    bench.broker.answers = [(request) => bench.broker.accept(request)]
    await bench.signal(ENTER_LONG)
    const next = bench.last()
    bench.broker.fill(next.clientId, next.quantity, PRICE_PAISE)
    showPositions(bench)
    bench.broker.publishUpdate()
    if (when === 'after a restart') await bench.restart()
    await bench.trade(MINUTE_MS)
    for (const { shortage } of bench.account()!.positions.values()) expect(shortage).toBeNull()
    expect(bench.broker.lines.at(-1)).toMatchObject({ state: 'RESTING', quantity: next.quantity })
    const told = bench.memory.rows.notices.map(({ sentence }) => sentence)
    expect(told.at(-1)).toContain('The broker shows 200 shares of SBIN-EQ, the bot holds 100.')
  },
)
