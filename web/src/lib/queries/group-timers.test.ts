import { timeoutManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupTimers } from './group-timers.ts'

groupTimers()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a timer of a query that is stopped in the task that started it never reaches the browser', async () => {
  const start = vi.spyOn(globalThis, 'setTimeout')
  timeoutManager.clearTimeout(timeoutManager.setTimeout(() => undefined, 10))
  await Promise.resolve()
  expect(start).not.toHaveBeenCalled()
})

test('a query’s timer runs once, an interval until it is stopped', async () => {
  const once = vi.fn<() => void>()
  const again = vi.fn<() => void>()
  timeoutManager.setTimeout(once, 10)
  const interval = timeoutManager.setInterval(again, 10)
  await vi.advanceTimersByTimeAsync(35)
  expect([once.mock.calls.length, again.mock.calls.length]).toEqual([1, 3])
  timeoutManager.clearInterval(interval)
  await vi.advanceTimersByTimeAsync(35)
  expect(again).toHaveBeenCalledTimes(3)
  expect(vi.getTimerCount()).toBe(0)
})
