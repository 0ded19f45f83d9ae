import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { openLiveBench, PRICE_PAISE } from './testing/open-live-bench.ts'

test('stopping and starting a bot does not give the day’s orders back', async () => {
  const limits = { maxEntriesPerDay: 1, maxLossPerDayPaise: null, maxProfitPerDayPaise: null, maxQuantity: 100 }
  const bench = await openLiveBench({ participant: { limits: { ...limits, stopLossBps: null, targetBps: null } } })
  for (const signal of [ENTER_LONG, EXIT_LONG]) {
    await bench.signal(signal)
    bench.broker.fill(bench.last().clientId, bench.last().quantity, PRICE_PAISE)
    bench.broker.tell()
    await bench.pass(SECOND_MS)
  }
  bench.change({ isRunning: false })
  await bench.trade(MINUTE_MS)
  expect(bench.account()).toBeUndefined()
  bench.change({ isRunning: true })
  await bench.trade(MINUTE_MS)
  expect(bench.account()?.core.entriesToday).toBe(1)
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toHaveLength(2)
})
