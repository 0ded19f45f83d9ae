import { expect, test } from 'vitest'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { NO_OWN_LIMITS, type OwnLimits } from '@trading-bot/core/risk/own-limits'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { SECOND_MS } from '@trading-bot/core/time'
import { enterAndFill } from '../../testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE } from '../../testing/open-live-bench.ts'

const instance = { limits: { ...UNLIMITED, maxEntriesPerDay: 20, maxQuantity: 100 } }
const own = (change: Partial<OwnLimits>) => ({ ownLimits: { ...NO_OWN_LIMITS, ...change } })
const SYMBOL = 'SBIN-EQ'

test('a tighter daily loss applies to an open position at once, and closes it if the loss is already larger', async () => {
  const bench = await openLiveBench({ instance })
  await enterAndFill(bench)
  bench.tick(PRICE_PAISE - 460)
  await bench.pass(SECOND_MS)
  expect(bench.orders()).toHaveLength(1)
  // The loss is about ₹500 with its charges: a wider limit does nothing, a narrower one closes without another tick.
  bench.change(own({ maxLossPerDayPaise: 100_000 }))
  await bench.pass(SECOND_MS)
  expect(bench.orders()).toHaveLength(1)
  bench.change(own({ maxLossPerDayPaise: 40_000 }))
  await bench.pass(SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', reason: 'DAILY_LOSS', quantity: 100 })
  expect([...bench.memory.rows.stoppedDays.values()]).toEqual(['DAILY_LOSS'])
})

test('an own limit is watched on ticks from then on, and a looser one never replaces the strategy’s', async () => {
  const limits = { ...instance.limits, maxLossPerDayPaise: 50_000 }
  const bench = await openLiveBench({ instance: { limits } })
  await enterAndFill(bench)
  bench.change(own({ maxLossPerDayPaise: 10_000_000, maxProfitPerDayPaise: 20_000 }))
  await bench.pass(SECOND_MS)
  expect(bench.account()?.core.rules.limits).toMatchObject({ maxLossPerDayPaise: 50_000, maxProfitPerDayPaise: 20_000 })
  bench.tick(PRICE_PAISE + 700)
  await bench.pass(SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', reason: 'DAILY_PROFIT' })
})

test('a reached limit stays reached for the session after its owner removes it, and after a restart', async () => {
  const bench = await openLiveBench({ instance: { ...instance, ...own({ maxLossPerDayPaise: 40_000 }) } })
  await enterAndFill(bench)
  bench.tick(PRICE_PAISE - 460)
  await bench.pass(SECOND_MS)
  bench.broker.fill(bench.last().clientId, 100, PRICE_PAISE - 460)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  bench.change(own({}))
  await bench.pass(SECOND_MS)
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toHaveLength(2)
  await bench.restart()
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toHaveLength(2)
})

test('an excluded symbol is not entered, its position still closes on a signal, and a reversal only closes', async () => {
  const bench = await openLiveBench({ instance })
  await enterAndFill(bench)
  bench.change(own({ excludedSymbols: [SYMBOL] }))
  await bench.pass(SECOND_MS)
  expect(bench.orders()).toHaveLength(1)
  await bench.signal(ENTER_SHORT)
  expect(bench.orders().map(({ purpose }) => purpose)).toEqual(['ENTRY', 'EXIT'])
  bench.broker.fill(bench.last().clientId, 100, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toHaveLength(2)
  bench.change(own({}))
  await bench.pass(SECOND_MS)
  await bench.signal(ENTER_LONG)
  expect(bench.last()).toMatchObject({ purpose: 'ENTRY' })
})

test('excluding a symbol cancels its entry that is not filled yet', async () => {
  const bench = await openLiveBench({ instance })
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toMatchObject([{ purpose: 'ENTRY', state: 'ACKNOWLEDGED' }])
  bench.change(own({ excludedSymbols: [SYMBOL] }))
  await bench.pass(SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'ENTRY', state: 'CANCELLING' })
  await bench.signal(EXIT_LONG)
  expect(bench.orders()).toHaveLength(1)
})
