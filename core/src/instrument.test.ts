import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tickAtOrAbove, tickAtOrBelow } from './instrument.ts'

const ticks = fc.constantFrom(1, 5, 10, 50, 100, 500)
const prices = fc.integer({ min: 500, max: 2_000_000_000 })

test('a rounded price is on a tick, on the requested side and less than a tick away', () => {
  fc.assert(
    fc.property(prices, ticks, (price, tick) => {
      const above = tickAtOrAbove(price, tick)
      const below = tickAtOrBelow(price, tick)
      expect(above % tick).toBe(0)
      expect(below % tick).toBe(0)
      expect(above >= price && above - price < tick).toBe(true)
      expect(below <= price && price - below < tick).toBe(true)
    }),
  )
})

test('a price between paise rounds to the ticks around it', () => {
  expect(tickAtOrAbove(100.01, 5)).toBe(105)
  expect(tickAtOrBelow(104.99, 5)).toBe(100)
})

test('rounding down stops at one tick, never at zero', () => {
  expect(tickAtOrBelow(3, 5)).toBe(5)
})
