import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainUselessCap, explainUselessCapital } from './order-value.ts'
import { sizePosition } from './size-position.ts'

const symbol = (name: string, pricePaise: number | null, lotSize = 1) => ({ symbol: name, pricePaise, lotSize })

test('a capital that buys no share of any symbol is explained with the cheapest one', () => {
  expect(explainUselessCapital(1_000_000, [symbol('BOSCHLTD', 35_00_000), symbol('MRF', 132_00_000)])).toBe(
    '₹5,000.00 per symbol does not buy one share of BOSCHLTD at ₹35,000.00',
  )
  expect(explainUselessCapital(500_000, [symbol('MRF', 132_00_000)])).toBe(
    '₹5,000.00 does not buy one share of MRF at ₹1,32,000.00',
  )
  expect(explainUselessCapital(500_000, [symbol('LOTS', 10_000, 75)])).toBe(
    '₹5,000.00 does not buy one lot of 75 shares of LOTS at ₹100.00',
  )
})

test('nothing is said while a price is unknown, without symbols, or if one symbol can be bought', () => {
  expect(explainUselessCapital(500_000, [symbol('MRF', 132_00_000), symbol('NEW', null)])).toBe(null)
  expect(explainUselessCapital(500_000, [])).toBe(null)
  expect(explainUselessCapital(1_000_000, [symbol('MRF', 132_00_000), symbol('SBIN', 80_000)])).toBe(null)
})

test('a cap on open positions below one lot of every symbol is explained, whatever the number of symbols', () => {
  const symbols = [symbol('BOSCHLTD', 35_00_000), symbol('MRF', 132_00_000)]
  expect(explainUselessCap(34_99_999, symbols)).toBe('₹34,999.99 does not buy one share of BOSCHLTD at ₹35,000.00')
  expect(explainUselessCap(35_00_000, symbols)).toBe(null)
  expect(explainUselessCap(1, [...symbols, symbol('NEW', null)])).toBe(null)
})

test('it says something exactly when the sizing denies every symbol', () => {
  const symbols = fc.array(
    fc.record({
      symbol: fc.constant('S'),
      pricePaise: fc.integer({ min: 1, max: 1_000_000 }),
      lotSize: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), symbols, (capitalPaise, priced) => {
      const perSymbolPaise = Math.floor(capitalPaise / priced.length)
      const all = { perSymbolPaise, freePaise: capitalPaise, openValueLeftPaise: Infinity, maxQuantity: 10_000_000 }
      const isDenied = priced.every(
        ({ pricePaise, lotSize }) => typeof sizePosition(all, pricePaise, lotSize) === 'string',
      )
      expect(explainUselessCapital(capitalPaise, priced) !== null).toBe(isDenied)
      const rich = { perSymbolPaise: Infinity, freePaise: Infinity, maxQuantity: 10_000_000 }
      const isCapDenied = priced.every(
        ({ pricePaise, lotSize }) =>
          sizePosition({ ...rich, openValueLeftPaise: capitalPaise }, pricePaise, lotSize) === 'OPEN_VALUE_SPENT',
      )
      expect(explainUselessCap(capitalPaise, priced) !== null).toBe(isCapDenied)
    }),
  )
})
