import { expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { buyAndHold } from './buy-and-hold.ts'

function barsOf(times: readonly number[], closes: readonly number[]): Bars {
  const prices = Int32Array.from(closes)
  const openPaise = Int32Array.from([closes[0]!, ...closes.slice(0, -1)])
  const volume = new Float64Array(closes.length)
  return {
    timeMs: Float64Array.from(times),
    openPaise,
    highPaise: prices,
    lowPaise: prices,
    closePaise: prices,
    volume,
  }
}

test('holds whole shares from the first price to the last and keeps the rest as cash', () => {
  const held = buyAndHold([barsOf([1, 2, 3, 4], [300, 600, 200, 400])], 1_000, [1, 2, 3, 4])
  expect(held).toEqual({ netPaise: 300, drawdownPaise: 1_200, equityPaise: [1_000, 1_900, 700, 1_300] })
})

test('divides the capital among symbols that trade at different minutes', () => {
  const held = buyAndHold([barsOf([1, 3], [100, 200]), barsOf([2, 3], [500, 400])], 2_000, [1, 2, 3])
  expect(held).toEqual({ netPaise: 800, drawdownPaise: 0, equityPaise: [2_000, 2_000, 2_800] })
})

test('a share that is dearer than its part of the capital is not bought', () => {
  expect(buyAndHold([barsOf([1, 2], [5_000, 9_000])], 1_000, [2])).toEqual({
    netPaise: 0,
    drawdownPaise: 0,
    equityPaise: [1_000],
  })
})
