import { expect, test } from 'vitest'
import { nextTryMs } from './next-try.ts'

test('the delays grow to an hour, and the tenth attempt is the last', () => {
  const pauses = Array.from({ length: 10 }, (_, index) => nextTryMs({ attempts: index + 1, ageMs: 0 }))
  expect(pauses).toEqual([
    5_000,
    15_000,
    45_000,
    135_000,
    405_000,
    1_215_000,
    3_600_000,
    3_600_000,
    3_600_000,
    undefined,
  ])
})

test('a delay that Telegram asks for is respected, however often it asks', () => {
  expect(nextTryMs({ attempts: 1, ageMs: 0, retryAfterS: 7 })).toBe(7_000)
  expect(nextTryMs({ attempts: 40, ageMs: 3_600_000, retryAfterS: 7 })).toBe(7_000)
})

test('a message more than a day old is not sent', () => {
  expect(nextTryMs({ attempts: 2, ageMs: 86_400_000 })).toBeUndefined()
  expect(nextTryMs({ attempts: 2, ageMs: 86_399_000, retryAfterS: 2 })).toBeUndefined()
  expect(nextTryMs({ attempts: 2, ageMs: 86_398_000, retryAfterS: 2 })).toBe(2_000)
})
