import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeRanges, RANGE_BARS } from './close-ranges.ts'

test('a group gives the worst close, the best close and the deepest fall of one share held long or short', () => {
  const closes = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 0, maxLength: 5 * RANGE_BARS })
  fc.assert(
    fc.property(closes, (prices) => {
      const ranges = closeRanges(Int32Array.from(prices))
      for (const [shares, side] of [
        [1, ranges.long],
        [-1, ranges.short],
      ] as const) {
        expect(side.lows).toHaveLength(Math.floor(prices.length / RANGE_BARS))
        for (let group = 0; group < side.lows.length; group++) {
          const worths = prices.slice(group * RANGE_BARS, (group + 1) * RANGE_BARS).map((price) => shares * price)
          const fall = Math.max(...worths.flatMap((worth, i) => worths.slice(i).map((later) => worth - later)))
          expect(shares * side.lows[group]!).toBe(Math.min(...worths))
          expect(shares * side.highs[group]!).toBe(Math.max(...worths))
          expect(shares * side.falls[group]! + 0).toBe(fall)
        }
      }
    }),
  )
})
