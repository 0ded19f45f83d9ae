import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { systemDrain } from '../../seams/system-drain.ts'
import { virtualTime } from '../../seams/virtual-time.ts'
import { callBudget, type Ceiling, JITTER_MS, type Lane } from './call-budget.ts'
import { CEILINGS } from './ceilings.ts'
import { paceCalls } from './pace-calls.ts'

type Sent = { readonly atMs: number; readonly lane: Lane; readonly order: number }

function mostWithin(times: readonly number[], spanMs: number): number {
  let most = 0
  let first = 0
  for (let last = 0; last < times.length; last++) {
    while (times[first]! <= times[last]! - spanMs) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** Lets arrivals (at, lane) through a pacer in virtual time and tells what went out when. */
async function play(arrivals: readonly { atMs: number; lane: Lane }[], ceiling: Ceiling, untilMs: number) {
  const time = virtualTime(0)
  const pacer = paceCalls({ ...time, ceilings: { orders: ceiling }, patienceMs: Infinity })
  const sent: Sent[] = []
  arrivals.forEach(({ atMs, lane }, order) => {
    time.timers.after(atMs, () => {
      void pacer.turn('orders', lane).then(() => sent.push({ atMs: time.clock.nowMs(), lane, order }))
    })
  })
  await time.settleTo(untilMs, systemDrain)
  return sent
}

const arrivals = fc.array(
  fc.record({ atMs: fc.integer({ min: 0, max: 5_000 }), lane: fc.constantFrom<Lane>('FIRST', 'ORDINARY') }),
  { maxLength: 60 },
)

test('never more than the ceiling goes out in any window, whatever arrives', async () => {
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

test('nothing starves: every call goes out, in order of arrival within its lane', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (calls) => {
      const ceiling = { second: 9, minute: 500, hour: 1_000, keepsTenth: true }
      const sent = await play(calls, ceiling, 5_000 + Math.ceil(calls.length / 8) * 1_100 + 2_000)
      expect(sent.length).toBe(calls.length)
      for (const lane of ['FIRST', 'ORDINARY'] as const) {
        const arrived = sent.filter((call) => call.lane === lane).map(({ order }) => calls[order]!.atMs)
        expect(arrived).toEqual(arrived.toSorted((left, right) => left - right))
      }
    }),
    { numRuns: 60 },
  )
})

test('a call that goes first never waits behind more ordinary ones than the second allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 3_000 }), async (flood, atMs) => {
      const ordinary = Array.from({ length: flood }, () => ({ atMs: 0, lane: 'ORDINARY' as const }))
      const sent = await play([...ordinary, { atMs, lane: 'FIRST' }], CEILINGS.orders, 60_000)
      // A tenth is kept: one place of nine is always free for it.
      expect(sent.find(({ lane }) => lane === 'FIRST')?.atMs).toBe(atMs)
    }),
    { numRuns: 40 },
  )
})

test('a thousand calls an hour: the next entry waits for the tenth that is kept, an exit does not', () => {
  const budget = callBudget(CEILINGS.orders)
  for (let call = 0; call < 900; call++) budget.spend(call * 3_000)
  const nowMs = 900 * 3_000
  expect(budget.waitMs(nowMs, 'ORDINARY')).toBeGreaterThan(0)
  expect(budget.waitMs(nowMs, 'FIRST')).toBe(0)
})

test('an ordinary call that has waited too long is told so and takes no place', async () => {
  const time = virtualTime(0)
  const pacer = paceCalls({ ...time, ceilings: { orders: { second: 1, minute: 2 } }, patienceMs: 5_000 })
  const turns = Promise.all([1, 2, 3].map(() => pacer.turn('orders', 'ORDINARY')))
  await time.settleTo(6_000, systemDrain)
  expect(await turns).toEqual([true, true, false])
  const exit = pacer.turn('orders', 'FIRST')
  await time.settleTo(61_100, systemDrain)
  expect(await exit).toBe(true)
})

test('a clock that is set back an hour holds no call back for longer than the windows ask', () => {
  const budget = callBudget(CEILINGS.orders)
  for (let call = 0; call < 9; call++) budget.spend(HOUR_MS)
  expect(budget.waitMs(0, 'FIRST')).toBe(SECOND_MS + JITTER_MS)
})

test('where somebody else may have called a moment ago, the first second passes without a call', () => {
  const budget = callBudget(CEILINGS.orders, HOUR_MS)
  expect(budget.waitMs(HOUR_MS, 'FIRST')).toBe(SECOND_MS + JITTER_MS)
  expect(budget.waitMs(HOUR_MS + SECOND_MS + JITTER_MS, 'FIRST')).toBe(0)
  // Not for longer where the clock is set back.
  expect(budget.waitMs(0, 'FIRST')).toBe(0)
})
