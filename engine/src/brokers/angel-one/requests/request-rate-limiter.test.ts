import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { systemDrain } from '../../../ports/system-drain.ts'
import { virtualTime } from '../../../ports/virtual-time.ts'
import { rateLimiter, type RateLimit, JITTER_MS, type Priority } from '@trading-bot/core/rate-limit/rate-limiter'
import { RATE_LIMITS } from './rate-limits.ts'
import { requestRateLimiter } from './request-rate-limiter.ts'

type Sent = { readonly atMs: number; readonly priority: Priority; readonly order: number }

function mostWithin(times: readonly number[], spanMs: number): number {
  let most = 0
  let first = 0
  for (let last = 0; last < times.length; last++) {
    while (times[first]! <= times[last]! - spanMs) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** Sends arrivals (time, priority) through a rate limiter in virtual time and returns when each was released. */
async function play(arrivals: readonly { atMs: number; priority: Priority }[], limit: RateLimit, untilMs: number) {
  const time = virtualTime(0)
  const rateLimiter = requestRateLimiter({ ...time, limits: { orders: limit }, patienceMs: Infinity })
  const sent: Sent[] = []
  arrivals.forEach(({ atMs, priority }, order) => {
    time.timers.after(atMs, () => {
      void rateLimiter.turn('orders', priority).then(() => sent.push({ atMs: time.clock.nowMs(), priority, order }))
    })
  })
  await time.settleTo(untilMs, systemDrain)
  return sent
}

const arrivals = fc.array(
  fc.record({ atMs: fc.integer({ min: 0, max: 5_000 }), priority: fc.constantFrom<Priority>('HIGH', 'NORMAL') }),
  { maxLength: 60 },
)

test('no window ever exceeds its limit, whatever arrives', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (calls) => {
      const times = (await play(calls, { second: 9, minute: 40, hour: 50, keepsTenth: true }, 2 * HOUR_MS)).map(
        ({ atMs }) => atMs,
      )
      expect(mostWithin(times, SECOND_MS)).toBeLessThanOrEqual(9)
      expect(mostWithin(times, MINUTE_MS)).toBeLessThanOrEqual(40)
      expect(mostWithin(times, HOUR_MS)).toBeLessThanOrEqual(50)
    }),
    { numRuns: 60 },
  )
})

test('every call is released eventually, in order of arrival within its priority', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (calls) => {
      const limit = { second: 9, minute: 500, hour: 1_000, keepsTenth: true }
      const sent = await play(calls, limit, 5_000 + Math.ceil(calls.length / 8) * 1_100 + 2_000)
      expect(sent.length).toBe(calls.length)
      for (const priority of ['HIGH', 'NORMAL'] as const) {
        const arrived = sent.filter((call) => call.priority === priority).map(({ order }) => calls[order]!.atMs)
        expect(arrived).toEqual(arrived.toSorted((left, right) => left - right))
      }
    }),
    { numRuns: 60 },
  )
})

test('a high-priority call waits behind no more normal ones than one second allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 3_000 }), async (flood, atMs) => {
      const ordinary = Array.from({ length: flood }, () => ({ atMs: 0, priority: 'NORMAL' as const }))
      const sent = await play([...ordinary, { atMs, priority: 'HIGH' }], RATE_LIMITS.orders, 60_000)
      // A tenth is reserved, so one of nine places is always free for it.
      expect(sent.find(({ priority }) => priority === 'HIGH')?.atMs).toBe(atMs)
    }),
    { numRuns: 40 },
  )
})

test('at a thousand calls an hour an entry waits because of the reserved tenth, an exit does not', () => {
  const limiter = rateLimiter(RATE_LIMITS.orders)
  for (let call = 0; call < 900; call++) limiter.spend(call * 3_000)
  const nowMs = 900 * 3_000
  expect(limiter.waitMs(nowMs, 'NORMAL')).toBeGreaterThan(0)
  expect(limiter.waitMs(nowMs, 'HIGH')).toBe(0)
})

test('a normal call that has waited too long is refused and not counted', async () => {
  const time = virtualTime(0)
  const rateLimiter = requestRateLimiter({ ...time, limits: { orders: { second: 1, minute: 2 } }, patienceMs: 5_000 })
  const turns = Promise.all([1, 2, 3].map(() => rateLimiter.turn('orders', 'NORMAL')))
  await time.settleTo(6_000, systemDrain)
  expect(await turns).toEqual([true, true, false])
  const exit = rateLimiter.turn('orders', 'HIGH')
  await time.settleTo(61_100, systemDrain)
  expect(await exit).toBe(true)
})

test('a clock set back by an hour delays no call longer than the windows require', () => {
  const limiter = rateLimiter(RATE_LIMITS.orders)
  for (let call = 0; call < 9; call++) limiter.spend(HOUR_MS)
  expect(limiter.waitMs(0, 'HIGH')).toBe(SECOND_MS + JITTER_MS)
})

test('no call is made in the first second if another process may have called just before', () => {
  const limiter = rateLimiter(RATE_LIMITS.orders, HOUR_MS)
  expect(limiter.waitMs(HOUR_MS, 'HIGH')).toBe(SECOND_MS + JITTER_MS)
  expect(limiter.waitMs(HOUR_MS + SECOND_MS + JITTER_MS, 'HIGH')).toBe(0)
  // Setting the clock back does not extend the wait.
  expect(limiter.waitMs(0, 'HIGH')).toBe(0)
})

test('the calls left in an hour count every call of the last hour and no older one', () => {
  const limiter = rateLimiter(RATE_LIMITS.orders)
  expect(limiter.left(0)).toBe(1_000)
  for (let call = 0; call < 30; call++) limiter.spend(call * MINUTE_MS)
  expect(limiter.left(30 * MINUTE_MS)).toBe(970)
  expect(limiter.left(HOUR_MS + 10 * MINUTE_MS + 1_000)).toBe(981)
  expect(limiter.left(3 * HOUR_MS)).toBe(1_000)
  // The clock was set back: past calls still count.
  expect(limiter.left(0)).toBe(970)
  expect(rateLimiter({ second: 9 }).left(0)).toBe(Infinity)
})
