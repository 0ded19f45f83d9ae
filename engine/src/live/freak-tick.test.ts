// One wild print closes nothing (execution/price-witness.ts).
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { priceWitness } from './execution/price-witness.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'

const exitReasons = (bench: Awaited<ReturnType<typeof openLiveBench>>) =>
  [...bench.memory.rows.positions.values()].map(({ exitReason }) => exitReason)

test.each([
  { what: 'a stop', share: 0.9, limits: WITH_STOP.limits },
  { what: 'a target', share: 1.1, limits: WITH_STOP.limits },
  {
    what: 'a money limit',
    share: 0.85,
    limits: { ...WITH_STOP.limits, stopLossBps: null, maxLossPerDayPaise: 50_000 },
  },
])(
  'one freak print does not reach $what, in live and in paper; a second of its level does',
  async ({ share, limits }) => {
    for (const mode of ['LIVE', 'PAPER'] as const) {
      const bench = await openLiveBench({ instance: { limits, mode } })
      await enterAndFill(bench)
      await bench.trade(3 * MINUTE_MS)
      bench.print(PRICE_PAISE * share)
      await bench.pass(3 * SECOND_MS)
      bench.print(PRICE_PAISE)
      await bench.trade(2 * MINUTE_MS)
      expect(exitReasons(bench), mode).toEqual([null])
      bench.print(PRICE_PAISE * share)
      bench.print(PRICE_PAISE * share + 50)
      await bench.pass(3 * SECOND_MS)
      expect(exitReasons(bench), mode).not.toEqual([null])
    }
  },
)

test('a freak print at the end of a minute does not count as the bar’s close for a money limit', async () => {
  const limits = { ...WITH_STOP.limits, stopLossBps: null, maxLossPerDayPaise: 50_000 }
  const bench = await openLiveBench({ instance: { limits } })
  await enterAndFill(bench)
  await bench.trade(2 * MINUTE_MS)
  await bench.pass(MINUTE_MS - (bench.clock.nowMs() % MINUTE_MS) - 500)
  bench.print(PRICE_PAISE * 0.85)
  await bench.pass(20 * SECOND_MS)
  expect(exitReasons(bench)).toEqual([null])
})

test('a trailing stop does not follow a high that nobody confirms', async () => {
  const limits = { ...WITH_STOP.limits, targetBps: null, trailingStopBps: 100 }
  const bench = await openLiveBench({ instance: { limits } })
  await enterAndFill(bench)
  await bench.trade(2 * MINUTE_MS)
  bench.print(PRICE_PAISE * 1.15)
  await bench.pass(3 * SECOND_MS)
  await bench.trade(20 * SECOND_MS)
  expect([...bench.memory.rows.positions.values()]).toMatchObject([{ stopPaise: PRICE_PAISE * 0.99, exitReason: null }])
})

test('a quote confirms a print, or shows that it was wrong', async () => {
  for (const [askedPaise, reason] of [
    [PRICE_PAISE * 1.1, 'TARGET'],
    [PRICE_PAISE, null],
  ] as const) {
    const bench = await openLiveBench({ instance: WITH_STOP })
    await enterAndFill(bench)
    await bench.trade(2 * MINUTE_MS)
    bench.broker.askedPaise = askedPaise
    bench.print(PRICE_PAISE * 1.1)
    await bench.pass(SECOND_MS)
    expect(exitReasons(bench)).toEqual([reason])
  }
})

test('a price may be as far as six mean minute ranges, by the root of the time since the last one', () => {
  const witness = priceWitness()
  const see = (pricePaise: number, minute: number) => witness.see('1', pricePaise, minute * MINUTE_MS)
  // Twenty minutes with a range of 300 paise each.
  for (let minute = 0; minute < 21; minute++) for (const paise of [100_000, 100_300]) see(paise, minute)
  // Within one per cent at once; beyond it only after a while: 6 x 300 x sqrt(1) = 1,800 paise after a minute.
  expect(see(101_300, 20)).toBe(true)
  expect(see(103_200, 21)).toBe(false)
  expect(see(103_000, 21.01)).toBe(true)
  expect(see(106_000, 25)).toBe(true)
  // A doubted print counts as nothing: neither for the last price nor for the ranges.
  expect(see(130_000, 25)).toBe(false)
  expect(see(106_100, 25)).toBe(true)
  expect(see(130_000, 25)).toBe(false)
  // A previous session's price is no measure of today's.
  expect(see(118_000, 25 + 400)).toBe(true)
})

test('the first price after a restart is no measure of itself: a freak one closes nothing', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await enterAndFill(bench)
  await bench.trade(2 * MINUTE_MS)
  await bench.restart()
  bench.print(PRICE_PAISE * 1.1)
  await bench.pass(3 * SECOND_MS)
  await bench.trade(20 * SECOND_MS)
  expect(exitReasons(bench)).toEqual([null])
})
