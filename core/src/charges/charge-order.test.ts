import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumberOf } from '../time.ts'
import { addCharges } from './add-charges.ts'
import type { ChargeableOrder, Charges } from './charge-order.ts'
import { chargeOrder } from './charge-order.ts'
import { RATE_CARDS, type RateCard } from './rate-card.ts'
import { rateCardOn } from './rate-card-on.ts'
import { valueOf } from '../testing/value-of.ts'
import { chargeTotals } from './charge-totals.ts'

const CARD = RATE_CARDS.at(-1)!
const HUNDRED_CRORE = 100_000_000_000

const values = fc.oneof(
  fc.integer({ min: 1, max: HUNDRED_CRORE }),
  fc.integer({ min: 1, max: 50_000_000 }),
  fc.integer({ min: 1, max: 40_000 }),
)
const roundings = fc.constantFrom('rupee' as const, 'paisa' as const)
const cards: fc.Arbitrary<RateCard> = fc
  .tuple(fc.constantFrom(...RATE_CARDS), roundings, roundings)
  .map(([card, stt, stampDuty]) => ({ ...card, rounding: { stt, stampDuty } }))
const orders: fc.Arbitrary<ChargeableOrder> = fc.record({
  product: fc.constantFrom('INTRADAY' as const, 'DELIVERY' as const),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  valuePaise: values,
  isDpPaid: fc.boolean(),
})

const charged = (card: RateCard, order: ChargeableOrder): Charges => valueOf(chargeOrder(card, order))

function lines(charges: Charges): number[] {
  const { totalPaise: _, ...rest } = charges
  return Object.values(rest)
}

describe('worked examples: buy at Rs 50,000 and sell at Rs 50,500', () => {
  const roundTrip = (product: 'INTRADAY' | 'DELIVERY') =>
    addCharges(
      charged(CARD, { product, side: 'BUY', valuePaise: 5_000_000 }),
      charged(CARD, { product, side: 'SELL', valuePaise: 5_050_000 }),
    )

  test('an intraday round trip costs Rs 65.46', () => {
    expect(roundTrip('INTRADAY')).toEqual({
      brokeragePaise: 4_000,
      sttPaise: 1_300,
      exchangePaise: 309,
      sebiPaise: 10,
      stampDutyPaise: 150,
      gstPaise: 777,
      dpPaise: 0,
      totalPaise: 6_546,
    })
  })

  test('a delivery round trip costs Rs 183.06', () => {
    expect(roundTrip('DELIVERY')).toMatchObject({
      sttPaise: 10_100,
      stampDutyPaise: 750,
      dpPaise: 2_000,
      gstPaise: 1_137,
      totalPaise: 18_306,
    })
  })
})

describe('brokerage', () => {
  const brokerage = (valuePaise: number) =>
    charged(CARD, { product: 'INTRADAY', side: 'BUY', valuePaise }).brokeragePaise

  test('is 0.1 % between Rs 5 and Rs 20', () => {
    expect([brokerage(500_000), brokerage(1_234_567), brokerage(2_000_000), brokerage(900_000_000)]).toEqual([
      500, 1_235, 2_000, 2_000,
    ])
  })

  test('never exceeds 2.5 % of a tiny order, although the minimum fee is Rs 5', () => {
    expect([brokerage(20_000), brokerage(19_999), brokerage(10_000), brokerage(39)]).toEqual([500, 499, 250, 0])
  })
})

describe('rounding', () => {
  test('STT rounds to the nearest rupee, fifty paise up, or stays exact by setting', () => {
    const order = { product: 'DELIVERY', side: 'SELL', valuePaise: 5_050_000 } as const
    const exact = { ...CARD, rounding: { stt: 'paisa', stampDuty: 'paisa' } } as const
    expect(charged(CARD, order).sttPaise).toBe(5_100)
    expect(charged(CARD, { ...order, valuePaise: 5_049_999 }).sttPaise).toBe(5_000)
    expect(charged(exact, order).sttPaise).toBe(5_050)
  })

  test('stamp duty of Rs 7.0875 is billed as Rs 7.00 when rounded to rupees', () => {
    const card = { ...CARD, rounding: { stt: 'rupee', stampDuty: 'rupee' } } as const
    expect(charged(card, { product: 'DELIVERY', side: 'BUY', valuePaise: 4_725_000 }).stampDutyPaise).toBe(700)
  })
})

describe('dated cards', () => {
  test('the exchange charge changed from 297 + 10 to 306.99 + 0.01 rupees per crore on 2026-03-01', () => {
    const before = rateCardOn(dayNumberOf('2026-02-28'))
    const after = rateCardOn(dayNumberOf('2026-03-01'))
    expect(before).toMatchObject({ ok: true, value: { exchangePerCrore: 29_700, ipftPerCrore: 1_000 } })
    expect(after).toMatchObject({ ok: true, value: { exchangePerCrore: 30_699, ipftPerCrore: 1 } })
  })

  test('a day before the first card is refused', () => {
    expect(rateCardOn(dayNumberOf('2024-09-30'))).toMatchObject({ ok: false, refusal: { code: 'CHARGES_NOT_KNOWN' } })
    expect(rateCardOn(Number.NaN)).toMatchObject({ ok: false })
  })
})

describe('bad input', () => {
  test.each([0, -1, 1.5, Number.NaN, Infinity, HUNDRED_CRORE + 1])('a value of %d paise is refused', (valuePaise) => {
    expect(chargeOrder(CARD, { product: 'INTRADAY', side: 'BUY', valuePaise })).toMatchObject({
      ok: false,
      refusal: { code: 'VALUE_OUT_OF_RANGE', field: 'valuePaise' },
    })
  })

  test('a rate that is not a whole number in range is refused by name', () => {
    const card = { ...CARD, sebiPerCrore: Number.NaN }
    expect(chargeOrder(card, { product: 'INTRADAY', side: 'BUY', valuePaise: 1 })).toMatchObject({
      refusal: { code: 'RATE_OUT_OF_RANGE', field: 'sebiPerCrore' },
    })
  })
})

describe('invariants', () => {
  test('the lines add up to the total and none is negative', () => {
    fc.assert(
      fc.property(cards, orders, (card, order) => {
        const charges = charged(card, order)
        const sum = lines(charges).reduce((left, right) => left + right, 0)
        expect(sum).toBe(charges.totalPaise)
        expect(Math.min(...lines(charges))).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 500 },
    )
  })

  test('a larger order never costs less', () => {
    fc.assert(
      fc.property(cards, orders, values, (card, order, other) => {
        const [low, high] = [Math.min(order.valuePaise, other), Math.max(order.valuePaise, other)]
        const cheap = charged(card, { ...order, valuePaise: low })
        const dear = charged(card, { ...order, valuePaise: high })
        expect(cheap.totalPaise).toBeLessThanOrEqual(dear.totalPaise)
      }),
      { numRuns: 500 },
    )
  })

  test('the total is the exact sum of the rates rounded once, checked with big integers', () => {
    fc.assert(
      fc.property(cards, orders, (card, order) => {
        expect(charged(card, order).totalPaise).toBe(exactTotal(card, order))
      }),
      { numRuns: 500 },
    )
  })

  test('every line is less than one paisa from its exact figure', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const charges = charged(CARD, order)
        const exchange = (order.valuePaise * 30_700) / 1e9
        const sebi = order.valuePaise / 1e6
        const gst = (charges.brokeragePaise + charges.dpPaise + exchange + sebi) * 0.18
        expect(Math.abs(charges.exchangePaise - exchange)).toBeLessThanOrEqual(1)
        expect(Math.abs(charges.sebiPaise - sebi)).toBeLessThanOrEqual(1)
        expect(Math.abs(charges.gstPaise - gst)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

// An independent implementation with fractions over 10^11, which shares no shortcut with the code under test.
function exactTotal(card: RateCard, order: ChargeableOrder): number {
  const unit = 100_000_000_000n
  const value = BigInt(order.valuePaise)
  const side = order.side === 'BUY' ? 'buy' : 'sell'
  const smallest = (left: bigint, right: bigint) => (left < right ? left : right)
  const largest = (left: bigint, right: bigint) => (left > right ? left : right)
  const nearest = (amount: bigint, step: bigint) => (amount + step / 2n) / step
  const share = (perCrore: number) => value * BigInt(perCrore) * 100n
  const line = (perCrore: number, rounding: 'rupee' | 'paisa') =>
    rounding === 'paisa' ? share(perCrore) : nearest(share(perCrore), unit * 100n) * unit * 100n

  const { brokerage } = card
  const wanted = largest(BigInt(brokerage.lowestPaise), nearest(share(brokerage.perCrore), unit))
  const fee = smallest(smallest(BigInt(brokerage.highestPaise), wanted), share(brokerage.ceilingPerCrore) / unit)
  const isDpDue = order.product === 'DELIVERY' && order.side === 'SELL' && !order.isDpPaid
  const fees = fee + (isDpDue ? BigInt(card.dpPaise) : 0n)
  const levies = share(card.exchangePerCrore) + share(card.ipftPerCrore) + share(card.sebiPerCrore)
  const gst = ((fees * unit + levies) * BigInt(card.gstPercent)) / 100n
  const stt = line(card.sttPerCrore[order.product][side], card.rounding.stt)
  const stamp = line(card.stampDutyPerCrore[order.product][side], card.rounding.stampDuty)
  return Number(nearest(fees * unit + levies + gst + stt + stamp, unit))
}

const rate = fc.integer({ min: 0, max: 2_000_000 })
const rates = fc.record({ buy: rate, sell: rate })
const anyCards: fc.Arbitrary<RateCard> = fc.record({
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
const products = fc.constantFrom('INTRADAY' as const, 'DELIVERY' as const)

describe('charge totals', () => {
  test('equal the itemised totals for every card, product, side and value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...RATE_CARDS), anyCards), products, values, (card, product, valuePaise) => {
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
