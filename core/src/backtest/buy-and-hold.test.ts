import { expect, test } from 'vitest'
import { buyAndHold } from './buy-and-hold.ts'
import { barsOf } from '../testing/random-bars.ts'

/** Bars of one price each, which begin where the one before closed. */
const steps = (...closes: [timeMs: number, closePaise: number][]) =>
  barsOf(closes.map(([timeMs, close], i) => [timeMs, closes[Math.max(0, i - 1)]![1], close, close, close, 0]))

test('holds whole shares from the first price to the last and keeps the rest as cash', () => {
  const held = buyAndHold([steps([1, 300], [2, 600], [3, 200], [4, 400])], 1_000, [1, 2, 3, 4])
  expect(held).toEqual({ netPaise: 300, drawdownPaise: 1_200, equityPaise: [1_000, 1_900, 700, 1_300] })
})

test('divides the capital among symbols that trade at different minutes', () => {
  const held = buyAndHold([steps([1, 100], [3, 200]), steps([2, 500], [3, 400])], 2_000, [1, 2, 3])
  expect(held).toEqual({ netPaise: 800, drawdownPaise: 0, equityPaise: [2_000, 2_000, 2_800] })
})

test('a share that is dearer than its part of the capital is not bought', () => {
  const held = buyAndHold([steps([1, 5_000], [2, 9_000])], 1_000, [2])
  expect(held).toEqual({ netPaise: 0, drawdownPaise: 0, equityPaise: [1_000] })
})
