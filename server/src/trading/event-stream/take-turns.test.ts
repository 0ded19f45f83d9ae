import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeTurns } from './take-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst of calls runs once at once and once after the pause, never twice in parallel', async () => {
  let running = 0
  let most = 0
  const begun: number[] = []
  const turns = takeTurns(
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
    turns.want()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(most).toBe(1)
  expect(begun[0]).toBe(from)
  // A run of 50 ms and a pause of 500: at most two a second, however many calls.
  expect(begun.length).toBeGreaterThanOrEqual(18)
  expect(begun.length).toBeLessThanOrEqual(20)
  turns.stop()
})

test('without a call nothing runs, and a failed run is retried', async () => {
  const outcomes = ['the database is away', null]
  const troubles: unknown[] = []
  const turns = takeTurns(
    async () => {
      const trouble = outcomes.shift()
      if (trouble !== null) throw new Error(trouble ?? 'once too often')
    },
    500,
    (error) => troubles.push(error),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(outcomes).toHaveLength(2)
  turns.want()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(outcomes).toHaveLength(0)
  expect(troubles).toEqual([new Error('the database is away')])
  turns.stop()
})
