// Durations without waiting for them.
import { expect, vi } from 'vitest'
import { toast } from './open-app.tsx'

const TIMERS = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

/** Before a visit: timers run as ever, and the test can let a while pass at once. For what a screen does again and again. */
export function startClock(): void {
  vi.useFakeTimers({ now: Date.now(), shouldAdvanceTime: true, toFake: [...TIMERS] })
}

/** From here on time passes only as the test says. Call it when the screen has loaded: nothing loads in a stopped time. */
export function stopClock(): void {
  vi.useFakeTimers({ now: Date.now(), toFake: [...TIMERS] })
}

/** Retries an expectation while little steps of a stopped time pass, for what needs a timer of its own to appear. */
export async function soon(expectation: () => void): Promise<void> {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10)
      expectation()
      return true
    })
    .toBe(true)
}

/** Expects that a notification appears and is gone after `seconds`. Needs the stopped clock. */
export async function expectToastFor(text: string, seconds: number): Promise<void> {
  await soon(() => expect(toast(text).elements()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync((seconds - 1) * 1_000)
  await expect.element(toast(text)).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_000)
  await soon(() => expect(toast(text).elements()).toHaveLength(0))
}
