import { expect, test } from 'vitest'
import { chargesOn } from './charges-on.ts'
import { roundTripCost } from './round-trip-cost.ts'

const AT_MS = Date.parse('2026-11-16T06:00:00Z')

test('a round trip costs the charges of its two orders', () => {
  const value = 5_000_000
  const { paise, bps } = roundTripCost(AT_MS, value)
  expect(paise).toBe(chargesOn(AT_MS, 'BUY', value).totalPaise + chargesOn(AT_MS, 'SELL', value).totalPaise)
  expect(bps).toBeCloseTo((paise / value) * 10_000)
})

test('a small position pays a larger share, because the brokerage has a floor', () => {
  expect(roundTripCost(AT_MS, 200_000).bps).toBeGreaterThan(2 * roundTripCost(AT_MS, 10_000_000).bps)
})
