// Paper accounts on a market of their own beside live ones, in one engine.
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { SECOND_MS } from '@trading-bot/core/time'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { expect, test } from 'vitest'
import { openTwoMarkets } from './testing/open-two-markets.ts'

const REAL = 80_000
const PAPER = 50_000

const priceOf = ({ fills }: LiveOrder) => fills[0]?.pricePaise

test('at the same instant each account enters, is valued and stopped at the prices of its own market', async () => {
  const bench = await openTwoMarkets({ real: REAL, paper: PAPER })
  await bench.signal(ENTER_LONG)
  await bench.trade(60 * SECOND_MS)
  const entries = (['live', 'paper'] as const).map((id) => bench.ordersOf(id)[0]!)
  expect(entries.map(({ decidedAtMs }) => decidedAtMs)).toEqual(Array(2).fill(entries[0]!.decidedAtMs))
  expect(entries.map((order) => [order.state, priceOf(order)])).toEqual([
    ['FILLED', REAL],
    ['FILLED', PAPER],
  ])
  const exitsOf = (id: string) => bench.ordersOf(id).filter(({ side, fills }) => side === 'SELL' && fills.length > 0)
  // Only the real market falls through the stops, which are one per cent below the entries.
  bench.last.real = REAL * 0.985
  await bench.trade(60 * SECOND_MS)
  expect(exitsOf('live').map(priceOf)).toEqual([REAL * 0.985])
  expect(exitsOf('paper')).toEqual([])
  bench.last.paper = PAPER * 0.985
  await bench.trade(60 * SECOND_MS)
  expect(exitsOf('live')).toHaveLength(1)
  expect(exitsOf('paper').map(priceOf)).toEqual([PAPER * 0.985])
  expect(bench.errors).toEqual([])
})

test('a strategy runner warms up on and sees the bars of one market alone', async () => {
  const bench = await openTwoMarkets({ real: REAL, paper: PAPER })
  await bench.trade(180 * SECOND_MS)
  expect(bench.runners.map(({ past, bars }) => [...new Set([...past, ...bars])])).toEqual([[REAL], [PAPER]])
  for (const { past, bars } of bench.runners) expect([past.length, bars.length > 2]).toEqual([3, true])
})

test('an account whose mode is changed goes over to the runner and the prices of its new market', async () => {
  const bench = await openTwoMarkets({ real: REAL, paper: PAPER })
  await bench.change('live', { mode: 'PAPER' })
  const [live, paper] = bench.runners
  // Both follow the runner that is there; the one of the other market serves nobody any more.
  expect(bench.runners).toHaveLength(2)
  expect([live!.isClosed, paper!.isClosed]).toEqual([true, false])
  await bench.signal(ENTER_LONG)
  await bench.trade(60 * SECOND_MS)
  expect(bench.ordersOf('live').map(priceOf)).toEqual([PAPER])
})

test('an account with a position keeps its market until it is flat', async () => {
  const bench = await openTwoMarkets({ real: REAL, paper: PAPER })
  await bench.signal(ENTER_LONG)
  await bench.trade(60 * SECOND_MS)
  await bench.change('paper', { mode: 'LIVE' })
  const held = () => [...bench.engine().markets.paper.holders.values()].reduce((sum, { size }) => sum + size, 0)
  expect(held()).toBe(1)
  bench.last.paper = PAPER * 0.985
  await bench.trade(60 * SECOND_MS)
  expect([held(), priceOf(bench.ordersOf('paper').at(-1)!)]).toEqual([0, PAPER * 0.985])
  await bench.signal(ENTER_LONG)
  await bench.trade(60 * SECOND_MS)
  expect(bench.ordersOf('paper').map(priceOf)).toContain(REAL)
})
