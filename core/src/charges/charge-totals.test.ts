import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeOrder } from './charge-order.ts'
import { chargeTotals } from './charge-totals.ts'
import { RATE_CARDS, type RateCard } from './rate-card.ts'
import { valueOf } from '../testing/value-of.ts'

const roundings = fc.constantFrom('rupee' as const, 'paisa' as const)
const rate = fc.integer({ min: 0, max: 2_000_000 })
const rates = fc.record({ buy: rate, sell: rate })
const cards: fc.Arbitrary<RateCard> = fc.record({
  from: fc.constant('2026-01-01'),
  sttPerCrore: fc.record({ INTRADAY: rates, DELIVERY: rates }),
  stampDutyPerCrore: fc.record({ INTRADAY: rates, DELIVERY: rates }),
  exchangePerCrore: rate,
  ipftPerCrore: rate,
  sebiPerCrore: rate,
  gstPercent: fc.integer({ min: 0, max: 100 }),
  dpPaise: fc.integer({ min: 0, max: 1_000_000 }),
  brokerage: fc.record({
    perCrore: fc.integer({ min: 0, max: 90_000_000 }),
    lowestPaise: fc.integer({ min: 0, max: 5_000 }),
    highestPaise: fc.integer({ min: 5_000, max: 1_000_000 }),
    ceilingPerCrore: fc.integer({ min: 0, max: 90_000_000 }),
  }),
  rounding: fc.record({ stt: roundings, stampDuty: roundings }),
})
const values = fc.oneof(fc.integer({ min: 1, max: 100_000_000_000 }), fc.integer({ min: 1, max: 1_000_000 }))
const products = fc.constantFrom('INTRADAY' as const, 'DELIVERY' as const)

describe('charge totals', () => {
  test('equal the itemised totals for every card, product, side and value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...RATE_CARDS), cards), products, values, (card, product, valuePaise) => {
        const totals = valueOf(chargeTotals(card, product))
        const itemised = (side: 'BUY' | 'SELL', isDpPaid: boolean) =>
          valueOf(chargeOrder(card, { product, side, valuePaise, isDpPaid })).totalPaise
        expect(totals.buyPaise(valuePaise)).toBe(itemised('BUY', false))
        expect(totals.sellPaise(valuePaise)).toBe(itemised('SELL', false))
        expect(totals.sellAgainPaise(valuePaise)).toBe(itemised('SELL', true))
      }),
      { numRuns: 500 },
    )
  })

  test('refuse a card whose rates are outside the proven range', () => {
    expect(chargeTotals({ ...RATE_CARDS[0]!, dpPaise: -1 }, 'DELIVERY')).toMatchObject({
      ok: false,
      refusal: { code: 'RATE_OUT_OF_RANGE', field: 'dpPaise' },
    })
  })

  test('throw for a value outside the range, which is a bug of the caller', () => {
    const totals = valueOf(chargeTotals(RATE_CARDS[0]!, 'INTRADAY'))
    expect(() => totals.buyPaise(Number.NaN)).toThrow('order value')
    expect(() => totals.buyPaise(0.5)).toThrow('order value')
  })
})
