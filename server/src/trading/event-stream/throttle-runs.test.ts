import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttleRuns } from './throttle-runs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst of calls runs once at once and once after the pause, never twice in parallel', async () => {
  let running = 0
  let most = 0
  const begun: number[] = []
  const runs = throttleRuns(
    async () => {
      begun.push(Date.now())
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 50))
      running -= 1
    },
    500,
    () => undefined,
  )
  const from = Date.now()
  for (let ms = 0; ms < 10_000; ms += 10) {
    runs.want()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(most).toBe(1)
  expect(begun[0]).toBe(from)
  // A run of 50 ms and a pause of 500: at most two a second, however many calls.
  expect(begun.length).toBeGreaterThanOrEqual(18)
  expect(begun.length).toBeLessThanOrEqual(20)
  runs.stop()
})

test('without a call nothing runs, and a failed run is retried', async () => {
  const outcomes = ['the database is away', null]
  const errors: unknown[] = []
  const runs = throttleRuns(
    async () => {
      const trouble = outcomes.shift()
      if (trouble !== null) throw new Error(trouble ?? 'once too often')
    },
    500,
    (error) => errors.push(error),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(outcomes).toHaveLength(2)
  runs.want()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(outcomes).toHaveLength(0)
  expect(errors).toEqual([new Error('the database is away')])
  runs.stop()
})
