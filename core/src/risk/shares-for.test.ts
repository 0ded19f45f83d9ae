import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesFor } from './shares-for.ts'

test('a share of one capital becomes the same share of another, in whole shares', () => {
  // Ten shares at ₹800 of ₹1,00,000 are 8 %.
  const share = { valuePaise: 10 * 80_000, ofPaise: 10_000_000 }
  expect(sharesFor(share, 10_000_000, 80_000)).toBe(10)
  expect(sharesFor(share, 25_000_000, 80_000)).toBe(25)
  expect(sharesFor(share, 5_500_000, 80_000)).toBe(5)
  expect(sharesFor(share, 900_000, 80_000)).toBe(0)
  expect(sharesFor({ valuePaise: 1, ofPaise: 0 }, 10_000_000, 80_000)).toBe(0)
})

test('an account with the model’s capital buys exactly the model’s quantity, and none spends more than its share', () => {
  const amount = fc.integer({ min: 10_000, max: 2 ** 40 })
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 5, max: 20_000_000 }),
      (...drawn) => {
        const [ofPaise, capitalPaise, quantity, pricePaise] = drawn
        const share = { valuePaise: quantity * pricePaise, ofPaise }
        expect(sharesFor(share, ofPaise, pricePaise)).toBe(quantity)
        const cost = BigInt(sharesFor(share, capitalPaise, pricePaise)) * BigInt(pricePaise) * BigInt(ofPaise)
        expect(cost <= BigInt(share.valuePaise) * BigInt(capitalPaise)).toBe(true)
      },
    ),
  )
})
