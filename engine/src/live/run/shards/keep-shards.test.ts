import { expect, test } from 'vitest'
import { openLiveBench } from '../../testing/open-live-bench.ts'
import { balance } from './keep-shards.ts'

test('shards whose accounts another engine can send for are handed over first, and no more than the share asks', async () => {
  const bench = await openLiveBench()
  const released: number[] = []
  const engine = {
    ...bench.engine(),
    seat: {
      ...bench.engine().seat,
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
  engine.leases.set(9, { shard: 9, fence: 1, wasAbandoned: false })
  const handedOver = await balanced(32)
  expect(handedOver.slice(0, 2)).toEqual([9, 5])
  // The others are spread over all shards.
  expect(new Set(handedOver).size).toBe(32)
  expect(Math.max(...handedOver)).toBeGreaterThan(55)
  expect(engine.leases.size).toBe(32)
  expect(engine.isResting).toBe(false)
  // After it lost its seat for silence it has no share for a while.
  expect(await balanced(0)).toHaveLength(32)
  expect(engine.isResting).toBe(true)
})
