import { expect, test } from 'vitest'
import { PLANTED_BUGS } from './planted-bugs.ts'
import { simulate } from './simulate.ts'

const SEEDS = 200
// A bug may go unnoticed with one seed, but not with this many.
const SEEDS_PER_BUG = 120

test(`${SEEDS} seeds with faults everywhere break no invariant`, { timeout: 180_000 }, async () => {
  const reached: Record<string, number> = {}
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violations, marks } = await simulate(seed)
    expect(violations, `npm run sim -- --seed ${seed}`).toEqual([])
    for (const [mark, hits] of Object.entries(marks)) reached[mark] = (reached[mark] ?? 0) + hits
  }
  // A simulation without any faults or orders proves nothing.
  const wanted = [
    'crashes',
    'takeovers',
    'switches',
    'late',
    'ANSWER_LOST',
    'ACCEPTED_LATE',
    'FILL_SPLIT',
    'answerLost',
    'down',
    'byHand',
    'PARTIAL_FILL',
    'DROPS_TAGS',
    'FOREIGN_ROWS',
    'TOKEN_REFUSED',
    'MODIFY_REFUSED',
    'LATE_CANCEL',
    'STALE_POSITIONS',
    'FROZEN_TICKS',
  ]
  for (const mark of wanted) expect(reached[mark], mark).toBeGreaterThan(50)
})

// In these seeds, slow writes once bunched calls to the broker together.
test.each([1425, 1525, 2325])('seed %i, which once exceeded the rate limit, breaks no invariant', async (seed) => {
  expect((await simulate(seed)).violations).toEqual([])
})

test('the same seed gives the same digest', { timeout: 60_000 }, async () => {
  for (const seed of [3, 7, 11, 50, 75]) {
    const [first, second] = [await simulate(seed), await simulate(seed)]
    expect(second.hash).toBe(first.hash)
    expect(second.orders).toBe(first.orders)
  }
})

test.each(Object.entries(PLANTED_BUGS))('an injected bug is detected: %s', { timeout: 120_000 }, async (_, plant) => {
  for (let seed = 1; seed <= SEEDS_PER_BUG; seed++) {
    const { violations } = await simulate(seed, plant)
    if (violations.length > 0) return
  }
  expect.unreachable(`not caught by ${SEEDS_PER_BUG} seeds`)
})
