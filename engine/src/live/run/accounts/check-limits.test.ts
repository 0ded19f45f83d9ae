import { expect, test } from 'vitest'
import fc from 'fast-check'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { foldSlot } from '@trading-bot/core/trading/account/state/fold-slot'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import { seePrice } from '../../execution/see-price.ts'
import { enterAndFill } from '../../testing/enter-and-fill.ts'
import { makeEntry } from '../../testing/live-records.ts'
import { openLiveBench, PRICE_PAISE } from '../../testing/open-live-bench.ts'
import type { LiveEngine } from '../engine/live-engine.ts'

const LIMITS = { ...UNLIMITED, maxEntriesPerDay: 20, maxQuantity: 100 }
const withLimits = (limits: Partial<typeof UNLIMITED>) =>
  openLiveBench({ instance: { limits: { ...LIMITS, ...limits } } })

test.each([
  ['maxLossPerDayPaise', 'DAILY_LOSS', PRICE_PAISE - 460],
  ['maxLossPerWeekPaise', 'WEEKLY_LOSS', PRICE_PAISE - 460],
  ['maxDrawdownPaise', 'DRAWDOWN', PRICE_PAISE - 460],
  ['maxProfitPerDayPaise', 'DAILY_PROFIT', PRICE_PAISE + 700],
] as const)(
  'a tick that reaches %s closes the position within the minute and stops entries',
  async (limit, by, price) => {
    const bench = await withLimits({ [limit]: 50_000 })
    await enterAndFill(bench)
    bench.tick(PRICE_PAISE)
    await bench.pass(SECOND_MS)
    expect(bench.orders()).toHaveLength(1)
    bench.tick(price)
    await bench.pass(SECOND_MS)
    expect(bench.last()).toMatchObject({ purpose: 'EXIT', reason: by, quantity: 100 })
    expect([...bench.memory.rows.stoppedDays.values()]).toEqual([by])
    expect(bench.memory.rows.notices.map(({ kind }) => kind)).toEqual(['LIMIT_REACHED'])
    bench.broker.fill(bench.last().clientId, 100, price)
    bench.broker.publishUpdate()
    await bench.pass(SECOND_MS)
    await bench.signal(ENTER_LONG)
    expect(bench.orders()).toHaveLength(2)
  },
)

test('a loss counts the charges of the entry and of closing', async () => {
  const bench = await withLimits({ maxLossPerDayPaise: 50_000 })
  await enterAndFill(bench)
  // 100 shares down by ₹4.60 are ₹460; the charges of both orders make it more than ₹500.
  bench.tick(PRICE_PAISE - 460)
  await bench.pass(SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', reason: 'DAILY_LOSS' })
})

test('a weekly loss still stops the bot after a restart on the next day', async () => {
  const bench = await withLimits({ maxLossPerWeekPaise: 50_000 })
  await enterAndFill(bench)
  bench.tick(PRICE_PAISE - 600)
  await bench.pass(SECOND_MS)
  bench.broker.fill(bench.last().clientId, 100, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  bench.crash()
  await bench.pass(DAY_MS)
  await bench.begin()
  expect(bench.account()?.core.stoppedBy).toBe('WEEKLY_LOSS')
  await bench.trade(2 * MINUTE_MS)
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toHaveLength(2)
})

test('the peak and the week’s result survive a restart', async () => {
  const bench = await withLimits({ maxLossPerWeekPaise: 10_000_000, maxDrawdownPaise: 10_000_000 })
  await enterAndFill(bench)
  bench.change({ closeRequests: 1 })
  await bench.pass(SECOND_MS)
  bench.broker.fill(bench.last().clientId, 100, PRICE_PAISE + 2_000)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  const { realisedPaise } = bench.account()!.core
  expect(realisedPaise).toBeGreaterThan(150_000)
  await bench.restart()
  const { core } = bench.account()!
  expect(core).toMatchObject({ realisedPaise, peakRealisedPaise: realisedPaise, netAtWeekStartPaise: 0 })
})

test('a price that uses up nobody’s share touches no account, one that does touches only its holders', async () => {
  const bench = await withLimits({ maxLossPerDayPaise: 500_000, maxProfitPerDayPaise: 500_000 })
  await enterAndFill(bench)
  bench.tick(PRICE_PAISE)
  const { core } = bench.account()!
  const levels = () => bench.engine().connections.get(bench.account()!)!.limitLevels
  const before = levels()
  expect(before).toHaveLength(2)
  for (const move of [-1_000, 1_000, -2_000, 2_000]) bench.tick(PRICE_PAISE + move)
  expect(levels()).toBe(before)
  bench.tick(PRICE_PAISE - 4_500)
  expect(levels()).not.toBe(before)
  expect([core.stoppedBy, bench.orders().length]).toEqual([null, 1])
})

const STOCKS = NIFTY_50.slice(0, 4)

/** Gives the account a position in each stock, as fills would. */
function hold(engine: LiveEngine, account: ManagedAccount, sides: readonly (1 | -1)[]): void {
  sides.forEach((side, i) => {
    const { token } = account.core.slots[i]!.instrument
    seePrice(engine, engine.markets.real, token, 50_000)
    const nowMs = engine.setup.clock.nowMs()
    const quantity = 10 + i * 30
    const order = { token, side: side === 1 ? 'BUY' : 'SELL', quantity, state: 'FILLED', endedAtMs: nowMs } as const
    const entry = makeEntry({ nowMs, newId: engine.setup.ids.next }, account.instance.id, order)
    const fill = { tradeId: token, side: order.side, quantity, pricePaise: 50_000, atMs: nowMs }
    const position = { ...entry.position, token, direction: side, openedAtMs: nowMs, squareOffAtMs: Infinity }
    position.orders.push({ ...entry.order, fills: [fill] })
    account.positions.set(position.id, position)
    foldSlot(account, token)
    engine.limitsToLookAt.add(account)
  })
}

test('however several instruments move, the limit is seen at the tick that reaches it', async () => {
  const bench = await openLiveBench({ instance: { instruments: STOCKS, limits: LIMITS } })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(1 as const, -1 as const), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 15_000, max: 80_000 }),
      fc.array(fc.tuple(fc.nat(3), fc.integer({ min: -60, max: 60 })), { minLength: 50, maxLength: 200 }),
      async (sides, limitPaise, moves) => {
        bench.change({ limits: { ...LIMITS, maxLossPerDayPaise: limitPaise, maxProfitPerDayPaise: limitPaise } })
        bench.memory.rows.stoppedDays.clear()
        await bench.restart()
        const account = bench.account()!
        const engine = bench.engine()
        hold(engine, account, sides)
        // The charges of the entries alone may reach a small limit.
        if (account.core.stoppedBy !== null) return
        const prices = sides.map(() => 50_000)
        for (const [which, ticks] of moves) {
          const i = which % sides.length
          const { tickPaise, token } = account.core.slots[i]!.instrument
          prices[i] = prices[i]! + ticks * tickPaise
          const isStopped = account.core.stoppedBy !== null
          seePrice(engine, engine.markets.real, token, prices[i]!)
          if (isStopped) return
          expect(account.core.stoppedBy).toBe(exactLimit(account, prices, limitPaise))
        }
      },
    ),
    { numRuns: 100 },
  )
}, 30_000)

/** The limit by a full valuation, from the charges of each order. */
function exactLimit({ core }: ManagedAccount, prices: readonly number[], limitPaise: number): string | null {
  const netPaise = prices.reduce((sum, price, i) => {
    const { side, quantity, entryChargesPaise } = core.slots[i]!
    const charge = side === 1 ? core.charges.sellPaise : core.charges.buyPaise
    return sum + side * quantity * (price - 50_000) - entryChargesPaise - charge(quantity * price)
  }, 0)
  return netPaise <= -limitPaise ? 'DAILY_LOSS' : netPaise >= limitPaise ? 'DAILY_PROFIT' : null
}
