import { expect, test } from 'vitest'
import { openLiveBench } from '../../testing/open-live-bench.ts'
import { balance } from './keep-shards.ts'

test('shards whose accounts another engine can send for are handed over first, and no more than the share asks', async () => {
  const bench = await openLiveBench()
  const released: number[] = []
  const engine = {
    ...bench.engine(),
    leaseHolder: {
      ...bench.engine().leaseHolder,
      // The last of them is not held any more.
      nearerElsewhere: async () => [9, 5, 64],
      release: async (shards: readonly number[]) => void released.push(...shards),
    },
  }
  const balanced = async (share: number) => {
    await balance(engine, { share, held: [], free: [], isStillOurs: true })
    return released.splice(0)
  }
  expect(await balanced(64)).toEqual([])
  expect(await balanced(63)).toEqual([9])
  engine.leases.set(9, { shard: 9, fence: 1, untilSafeMs: 0 })
  const handedOver = await balanced(32)
  expect(handedOver.slice(0, 2)).toEqual([9, 5])
  // The others are spread over all shards.
  expect(new Set(handedOver).size).toBe(32)
  expect(Math.max(...handedOver)).toBeGreaterThan(55)
  expect(engine.leases.size).toBe(32)
  expect(engine.isResting).toBe(false)
  // After it lost its leases for silence it has no share for a while.
  expect(await balanced(0)).toHaveLength(32)
  expect(engine.isResting).toBe(true)
})

test.each([
  ['are there', false],
  ['cannot be read', true],
])(
  'accounts that %s are neither traded nor given away before a holder that was cut off has stopped',
  async (_, fails) => {
    let untilSafeMs = 0
    let isReading = false
    const bench = await openLiveBench({
      step: (what) => {
        if (what !== 'load') return
        isReading = true
        if (untilSafeMs > 0 && fails) throw new Error('no answer')
      },
    })
    const released: number[] = []
    const engine = {
      ...bench.engine(),
      accounts: new Map(),
      leases: new Map(),
      leaseHolder: {
        ...bench.engine().leaseHolder,
        claim: async () => [...bench.engine().leases.values()].map((lease) => ({ ...lease, untilSafeMs })),
        release: async (shards: readonly number[]) => void released.push(...shards),
      },
    }
    untilSafeMs = 100
    isReading = false
    void balance(engine, { share: 64, held: [], free: [0], isStillOurs: true })
    await bench.pass(99)
    expect(isReading).toBe(true)
    expect([engine.accounts.size, released.length]).toEqual([0, 0])
    await bench.pass(1)
    expect([engine.accounts.size, released.length]).toEqual(fails ? [0, 64] : [1, 0])
  },
)
