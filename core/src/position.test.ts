import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill } from './fill.ts'
import { applyFill, FLAT } from './position.ts'

function fill(side: 'BUY' | 'SELL', quantity: number, pricePaise: number): Fill {
  return { tradeId: `${side}${quantity}@${pricePaise}`, side, quantity, pricePaise, atMs: 0 }
}

const fills = fc.array(
  fc.record({
    tradeId: fc.uuid(),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    quantity: fc.integer({ min: 1, max: 1_000 }),
    pricePaise: fc.integer({ min: 1, max: 1_000_000 }),
    atMs: fc.constant(0),
  }),
)

test('a partly sold long position keeps its average cost', () => {
  const held = applyFill(applyFill(FLAT, fill('BUY', 10, 100)), fill('BUY', 10, 200))
  expect(applyFill(held, fill('SELL', 5, 300))).toEqual({ quantity: 15, costPaise: 2_250, realisedPaise: 750 })
})

test('a part of an uneven cost is rounded to the nearest paisa, and the remainder keeps the difference', () => {
  const held = applyFill(applyFill(FLAT, fill('BUY', 2, 333)), fill('BUY', 1, 334))
  expect(applyFill(held, fill('SELL', 2, 400))).toEqual({ quantity: 1, costPaise: 333, realisedPaise: 133 })
})

test('a sale beyond the held quantity reverses the position at the sale price', () => {
  const held = applyFill(FLAT, fill('BUY', 10, 100))
  expect(applyFill(held, fill('SELL', 15, 120))).toEqual({ quantity: -5, costPaise: 600, realisedPaise: 200 })
})

test('cash flow equals realised profit plus the cost of the held shares, to the paisa', () => {
  fc.assert(
    fc.property(fills, (all) => {
      const position = all.reduce(applyFill, FLAT)
      const cash = all.reduce((sum, one) => sum + (one.side === 'BUY' ? -1 : 1) * one.quantity * one.pricePaise, 0)
      expect(cash).toBe(position.realisedPaise - Math.sign(position.quantity) * position.costPaise)
    }),
  )
})
