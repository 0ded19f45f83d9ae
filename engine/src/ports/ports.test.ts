import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idsFrom } from './ids.ts'
import { seededRandomness } from './seeded-randomness.ts'
import { systemClock } from './system-clock.ts'
import { systemDrain } from './system-drain.ts'
import { systemIds } from './system-ids.ts'
import { systemPacedTime } from './system-paced-time.ts'
import { systemRandomness } from './system-randomness.ts'
import { systemTimers } from './system-timers.ts'
import { virtualTime } from './virtual-time.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('virtual time', () => {
  test('timers run in order of time, and in the order they were set at equal times', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (delays) => {
        const time = virtualTime(1_000)
        const ran: { at: number; set: number }[] = []
        for (const [set, delay] of delays.entries()) {
          time.timers.after(delay, () => ran.push({ at: time.clock.nowMs(), set }))
        }
        time.advanceTo(1_020)
        const wanted = delays.map((delay, set) => ({ at: 1_000 + delay, set }))
        wanted.sort((left, right) => left.at - right.at || left.set - right.set)
        expect(ran).toEqual(wanted)
      }),
    )
  })

  test('the clock moves only when advanced, and shows each timer its own instant', () => {
    const time = virtualTime(5)
    const seen: number[] = []
    time.timers.every(10, () => seen.push(time.clock.nowMs()))
    expect(time.clock.nowMs()).toBe(5)
    time.advanceBy(34)
    expect(seen).toEqual([15, 25, 35])
    expect(time.clock.nowMs()).toBe(39)
  })

  test('a cancelled timer never runs, even when it cancels itself', () => {
    const time = virtualTime(0)
    let runs = 0
    const cancelOne = time.timers.after(1, () => runs++)
    cancelOne()
    const cancelRepeating = time.timers.every(1, () => {
      runs++
      if (runs === 3) cancelRepeating()
    })
    time.advanceTo(100)
    expect(runs).toBe(3)
    expect(time.pendingTimers()).toBe(0)
  })

  test('a timer set by another timer runs in the same advance when it is due', () => {
    const time = virtualTime(0)
    const seen: number[] = []
    time.timers.after(5, () => time.timers.after(5, () => seen.push(time.clock.nowMs())))
    time.advanceTo(10)
    expect(seen).toEqual([10])
  })

  test('running until idle throws for a timer that repeats forever', () => {
    const time = virtualTime(0)
    time.timers.every(1, () => {})
    expect(() => time.runUntilIdle(50)).toThrow('still not idle after 50 timers')
  })

  test('settling lets promises continue between two timers', async () => {
    const time = virtualTime(0)
    const seen: string[] = []
    time.timers.after(1, () => void Promise.resolve().then(() => time.timers.after(1, () => seen.push('second'))))
    time.timers.after(3, () => seen.push('third'))
    await time.settleTo(10, systemDrain)
    expect(seen).toEqual(['second', 'third'])
  })
})

describe('randomness', () => {
  test('the same seed gives the same numbers, and another seed gives different ones', () => {
    const take = (seed: number) => {
      const randomness = seededRandomness(seed)
      return [1, 2, 3].map(() => randomness.whole(1_000_000))
    }
    expect(take(7)).toEqual(take(7))
    expect(take(7)).not.toEqual(take(8))
  })

  test('fractions are in [0, 1) and evenly distributed', () => {
    const randomness = seededRandomness(1)
    const drawn = Array.from({ length: 10_000 }, () => randomness.fraction())
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
    expect(drawn.filter((value) => value < 0.5).length / 10_000).toBeCloseTo(0.5, 1)
  })

  test('ids look like UUIDs and do not repeat', () => {
    const ids = idsFrom(seededRandomness(3))
    const made = Array.from({ length: 1_000 }, () => ids.next())
    expect(made.every((id) => UUID.test(id))).toBe(true)
    expect(new Set(made).size).toBe(1_000)
  })
})

test('the system ports give real time, timers, randomness and ids', async () => {
  const begun = systemClock.nowMs()
  await new Promise<void>((resolve) => {
    const cancel = systemTimers.every(1, () => {
      cancel()
      systemTimers.after(1, resolve)
    })
  })
  expect(systemClock.nowMs()).toBeGreaterThanOrEqual(begun)
  expect(systemRandomness.fraction()).toBeLessThan(1)
  expect(systemIds.next()).toMatch(UUID)
})

test('paced time begins now, runs faster, and its timers end as much sooner', async () => {
  const before = systemClock.nowMs()
  const { clock, timers } = systemPacedTime(100)
  await new Promise<void>((resolve) => timers.after(2_000, resolve))
  const tookMs = systemClock.nowMs() - before
  expect(tookMs).toBeLessThan(2_000)
  expect(clock.nowMs() - before).toBeGreaterThanOrEqual(1_900)
})
