import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountDue, fullPeriod, type Offer, unusedValue, valueAsTime, withoutGaps } from './plan-value.ts'

const DAY_MS = 86_400_000
const paise = (max: bigint) => fc.bigInt({ min: 100n, max })
const offers = fc.record({
  chargePaise: paise(100_000_000_000n),
  periodMs: fc.integer({ min: 1, max: 366 }).map((days) => days * DAY_MS),
})

test('half of a period leaves half of its value, rounded down to the paisa', () => {
  const period = { valuePaise: 99_901n, startsMs: 0, endsMs: 30 * DAY_MS }
  expect(unusedValue(period, 15 * DAY_MS)).toBe(49_950n)
  expect(unusedValue(period, 0)).toBe(99_901n)
  expect(unusedValue(period, 30 * DAY_MS)).toBe(0n)
  expect(unusedValue(period, -DAY_MS)).toBe(99_901n)
  expect(unusedValue(period, 31 * DAY_MS)).toBe(0n)
})

test('unused value never rises with time and never exceeds what was paid', () => {
  fc.assert(
    fc.property(paise(10n ** 12n), fc.nat(400 * DAY_MS), fc.nat(400 * DAY_MS), (valuePaise, first, second) => {
      const period = { valuePaise, startsMs: 0, endsMs: 366 * DAY_MS }
      const [early, late] = [Math.min(first, second), Math.max(first, second)]
      expect(unusedValue(period, late)).toBeLessThanOrEqual(unusedValue(period, early))
      expect(unusedValue(period, early)).toBeLessThanOrEqual(valuePaise)
    }),
  )
})

test("converting value to time keeps it to the paisa: the new period's value at its start plus the credit", () => {
  fc.assert(
    fc.property(offers, paise(10n ** 12n), fc.integer({ min: 0, max: 2 ** 41 }), (offer, valuePaise, nowMs) => {
      const granted = valueAsTime(offer, valuePaise)
      expect(granted.valuePaise + granted.creditPaise).toBe(valuePaise)
      expect(granted.creditPaise).toBeGreaterThanOrEqual(0n)
      if (granted.lengthMs === 0) return
      const period = { valuePaise: granted.valuePaise, startsMs: nowMs, endsMs: nowMs + granted.lengthMs }
      expect(unusedValue(period, nowMs)).toBe(granted.valuePaise)
    }),
  )
})

test('at everyday prices no credit is left over', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 100n, max: 10_000_000n }),
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      (chargePaise, value) => {
        const offer: Offer = { chargePaise, periodMs: 30 * DAY_MS }
        expect(valueAsTime(offer, value).creditPaise).toBe(0n)
      },
    ),
  )
})

test('paying the amount due gives a full period and never loses a paisa', () => {
  fc.assert(
    fc.property(offers, fc.bigInt({ min: 0n, max: 10n ** 11n }), (offer, value) => {
      const due = amountDue(offer, value)
      expect(due === 0n || due >= 100n).toBe(true)
      fc.pre(due > 0n)
      const granted = fullPeriod(offer, value + due)
      expect(granted.lengthMs).toBe(offer.periodMs)
      expect(granted.valuePaise + granted.creditPaise).toBe(value + due)
      expect(granted.creditPaise).toBeGreaterThanOrEqual(0n)
      expect(granted.creditPaise).toBeLessThan(100n)
    }),
  )
})

test("closing gaps keeps every period's length and ends after now plus all that remains", () => {
  const lengths = fc.array(
    fc.record({
      lengthMs: fc.integer({ min: 1, max: 90 * DAY_MS }),
      gapMs: fc.nat(60 * DAY_MS),
      valuePaise: paise(10n ** 9n),
    }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(lengths, fc.nat(90 * DAY_MS), (pieces, usedMs) => {
      // The first may have begun; a refund may have left gaps between the others.
      const nowMs = 1_000 * DAY_MS
      let startsMs = nowMs - Math.min(usedMs, (pieces[0]?.lengthMs ?? 1) - 1)
      const periods = pieces.map(({ lengthMs, gapMs, valuePaise }, at) => {
        if (at > 0) startsMs += gapMs
        const period = { startsMs, endsMs: startsMs + lengthMs, valuePaise }
        startsMs = period.endsMs
        return period
      })
      const moved = withoutGaps(periods, nowMs)
      const worth = (all: readonly (typeof periods)[number][]) =>
        all.reduce((sum, each) => sum + unusedValue(each, nowMs), 0n)
      expect(worth(moved)).toBe(worth(periods))
      for (const [at, each] of moved.entries()) {
        expect(each.startsMs).toBe(at === 0 ? periods[0]?.startsMs : moved[at - 1]?.endsMs)
      }
      const remainingMs = periods.reduce((sum, { startsMs: from, endsMs }) => sum + endsMs - Math.max(from, nowMs), 0)
      expect(moved.at(-1)?.endsMs).toBe(nowMs + remainingMs)
    }),
  )
})
