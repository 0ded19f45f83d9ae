import { expect, test } from 'vitest'
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { openLiveBench } from '../../testing/open-live-bench.ts'

const KEPT = { at_ms: 1_000, state: '{"entered":true}', account: '' }

test('what a strategy keeps is recorded with the orders of its bar, and the next process begins with it', async () => {
  const bench = await openLiveBench()
  expect(bench.restored).toEqual([])
  bench.keep(KEPT)
  await bench.signal(ENTER_LONG)
  expect([bench.memory.rows.strategyStates.get('run'), bench.orders().length]).toEqual([KEPT, 1])
  await bench.restart()
  expect(bench.restored).toEqual([KEPT])
})

test('a crash at any write of the bar leaves the order and what the strategy knows of it, or an order less', async () => {
  for (let crashAt = 0; crashAt < 6; crashAt++) {
    let writes = -1
    const bench = await openLiveBench({
      // The process dies before this write, or before it hears that the write was done.
      step: (what) => {
        if (writes < 0 || !what.startsWith('writ') || writes++ !== crashAt) return
        return new Promise<void>(() => {})
      },
    })
    bench.keep(KEPT)
    writes = 0
    void bench.signal(ENTER_LONG)
    await bench.pass(2 * MINUTE_MS)
    writes = -1
    await bench.restart()
    await bench.pass(5 * SECOND_MS)
    const isKnown = bench.restored.length > 0
    if (bench.orders().length > 0) expect(isKnown, `crash ${crashAt}`).toBe(true)
    expect(bench.orders().length).toBeLessThan(2)
  }
})
