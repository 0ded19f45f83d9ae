import { expect, test } from 'vitest'
import { sharedZero } from './shared-zero.ts'

const heightOfZero = ({ min, max }: { min: number; max: number }) => -min / (max - min)

test.each([
  ['gains beside losses', [500, 1200], [-300, -9000]],
  ['one day', [-450], [-450]],
  ['a small and a large axis', [10, -4], [98_765, 12]],
  ['nothing but zero', [0], [0]],
])('both axes have zero at the same height and contain their values: %s', (_, first, second) => {
  const [a, b] = sharedZero(first, second)
  expect(heightOfZero(a)).toBeCloseTo(heightOfZero(b))
  for (const [bounds, values] of [
    [a, first],
    [b, second],
  ] as const) {
    expect(bounds.min).toBeLessThanOrEqual(Math.min(0, ...values))
    expect(bounds.max).toBeGreaterThanOrEqual(Math.max(0, ...values))
    expect(bounds.max).toBeGreaterThan(bounds.min)
  }
})
