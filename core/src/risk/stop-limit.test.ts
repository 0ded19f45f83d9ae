import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stopLimitPaise } from './stop-limit.ts'

test('the limit of a stop lies 2.5 % beyond the trigger, on a tick', () => {
  expect(stopLimitPaise('SELL', 80_000, 5)).toBe(78_000)
  expect(stopLimitPaise('BUY', 80_000, 5)).toBe(82_000)
  expect(stopLimitPaise('SELL', 80_015, 10)).toBe(78_020)
  expect(stopLimitPaise('BUY', 80_015, 10)).toBe(82_010)
})

test('for prices up to ₹50 the limit lies ₹1.25 beyond the trigger, and never at zero', () => {
  expect(stopLimitPaise('SELL', 3_000, 1)).toBe(2_875)
  expect(stopLimitPaise('BUY', 3_000, 1)).toBe(3_125)
  expect(stopLimitPaise('SELL', 100, 1)).toBe(1)
})

test('the limit is always on a tick, beyond the trigger and inside the distance that NSE allows', () => {
  const ticks = fc.constantFrom(1, 5, 10, 50, 100, 500)
  fc.assert(
    fc.property(ticks, fc.integer({ min: 1, max: 5_000_000 }), fc.boolean(), (tickPaise, steps, isBuy) => {
      const triggerPaise = steps * tickPaise
      const limitPaise = stopLimitPaise(isBuy ? 'BUY' : 'SELL', triggerPaise, tickPaise)
      expect(limitPaise % tickPaise).toBe(0)
      expect(limitPaise).toBeGreaterThan(0)
      const beyondPaise = isBuy ? limitPaise - triggerPaise : triggerPaise - limitPaise
      expect(beyondPaise).toBeGreaterThanOrEqual(0)
      expect(beyondPaise).toBeLessThanOrEqual(triggerPaise <= 5_000 ? 150 : triggerPaise * 0.03)
    }),
  )
})
