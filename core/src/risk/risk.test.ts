import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkEntry, type EntryMoment } from './check-entry.ts'
import { limitReached } from './limit-reached.ts'
import { checkLimits, type Limits, stricterLimits, UNLIMITED } from './limits.ts'
import { stopLevelPaise, targetLevelPaise, trailedStopPaise } from './protective-levels.ts'
import { sizePosition } from './size-position.ts'

const LIMITS: Limits = {
  maxEntriesPerDay: 5,
  maxLossPerDayPaise: 100_000,
  maxProfitPerDayPaise: 500_000,
  maxLossPerWeekPaise: 300_000,
  maxDrawdownPaise: 900_000,
  maxOpenValuePaise: null,
  maxOpenPositions: 3,
  trailingStopBps: null,
  maxQuantity: 100,
  stopLossBps: 200,
  targetBps: 500,
}

const AT_ZERO = { dayNetPaise: 0, weekNetPaise: 0, drawdownPaise: 0 }
const CALM: EntryMoment = {
  atMs: 1_000,
  entriesUntilMs: 2_000,
  entriesToday: 0,
  otherPositions: 2,
  isExcluded: false,
  ...AT_ZERO,
  stoppedBy: null,
}

test('an entry within all limits is allowed', () => {
  expect(checkEntry(CALM, LIMITS)).toBe(null)
})

test.each([
  ['where no session is open', { entriesUntilMs: null }, 'MARKET_CLOSED'],
  ['at the cut-off itself', { atMs: 2_000 }, 'ENTRIES_ENDED'],
  ['after the last allowed order', { entriesToday: 5 }, 'DAILY_ORDERS_SPENT'],
  ['in an excluded symbol', { isExcluded: true }, 'SYMBOL_EXCLUDED'],
  ['beside as many positions as are allowed', { otherPositions: 3 }, 'OPEN_POSITIONS_SPENT'],
  ['at exactly the allowed loss', { dayNetPaise: -100_000 }, 'DAILY_LOSS_SPENT'],
  ['at exactly the wanted profit', { dayNetPaise: 500_000 }, 'DAILY_PROFIT_REACHED'],
  ['after the loss limit stopped the day, though the loss has shrunk', { stoppedBy: 'DAILY_LOSS' }, 'DAILY_LOSS_SPENT'],
  ['after the profit stopped the day', { stoppedBy: 'DAILY_PROFIT' }, 'DAILY_PROFIT_REACHED'],
  ['at exactly the loss allowed per week', { weekNetPaise: -300_000 }, 'WEEKLY_LOSS_SPENT'],
  ['at exactly the allowed drawdown', { drawdownPaise: 900_000 }, 'DRAWDOWN_REACHED'],
] as const)('an entry %s is denied', (_, change, code) => {
  expect(checkEntry({ ...CALM, ...change }, LIMITS)).toBe(code)
})

test('an entry one order, one paisa and one millisecond inside every limit is allowed', () => {
  const edge = { ...CALM, atMs: 1_999, entriesToday: 4 }
  expect(checkEntry({ ...edge, dayNetPaise: -99_999 }, LIMITS)).toBe(null)
  expect(checkEntry({ ...edge, dayNetPaise: 499_999 }, LIMITS)).toBe(null)
})

test('without limits no profit or loss stops the day', () => {
  const lost = { dayNetPaise: -1e12, weekNetPaise: -1e12, drawdownPaise: 1e12 }
  expect(limitReached(lost, UNLIMITED)).toBe(null)
  expect(limitReached({ dayNetPaise: 1e12, weekNetPaise: 1e12, drawdownPaise: 0 }, UNLIMITED)).toBe(null)
})

const optional = (min: number, max: number) => fc.option(fc.integer({ min, max }))
const limitsOf = fc.record<Limits>({
  maxEntriesPerDay: fc.integer({ min: 1, max: 50 }),
  maxLossPerDayPaise: optional(1, 1_000_000),
  maxProfitPerDayPaise: optional(1, 1_000_000),
  maxLossPerWeekPaise: optional(1, 1_000_000),
  maxDrawdownPaise: optional(1, 1_000_000),
  maxOpenValuePaise: optional(1, 10_000_000),
  maxOpenPositions: optional(1, 8),
  maxQuantity: fc.integer({ min: 1, max: 1_000 }),
  stopLossBps: optional(1, 5_000),
  targetBps: optional(1, 10_000),
  trailingStopBps: optional(1, 5_000),
})
const moments = fc.record<EntryMoment>({
  atMs: fc.integer({ min: 0, max: 3_000 }),
  entriesUntilMs: fc.option(fc.integer({ min: 0, max: 3_000 })),
  entriesToday: fc.integer({ min: 0, max: 60 }),
  otherPositions: fc.integer({ min: 0, max: 8 }),
  isExcluded: fc.boolean(),
  dayNetPaise: fc.integer({ min: -1_200_000, max: 1_200_000 }),
  weekNetPaise: fc.integer({ min: -1_200_000, max: 1_200_000 }),
  drawdownPaise: fc.integer({ min: 0, max: 1_200_000 }),
  stoppedBy: fc.constantFrom(null, 'DAILY_LOSS', 'DAILY_PROFIT', 'WEEKLY_LOSS', 'DRAWDOWN'),
})
const capitals = fc.record({
  perSymbolPaise: fc.integer({ min: 1, max: 10_000_000 }),
  freePaise: fc.integer({ min: -1_000_000, max: 10_000_000 }),
  openValueLeftPaise: fc.integer({ min: -1_000_000, max: 10_000_000 }),
  maxQuantity: fc.integer({ min: 1, max: 1_000 }),
})
const prices = fc.integer({ min: 1, max: 500_000 })
const lots = fc.integer({ min: 1, max: 50 })

test('merged limits admit no entry that either set denies, and an earlier cut-off admits none that a later one denies', () => {
  fc.assert(
    fc.property(moments, limitsOf, limitsOf, fc.nat(3_000), (moment, one, other, earlier) => {
      const cut = moment.entriesUntilMs === null ? null : moment.entriesUntilMs - earlier
      if (checkEntry({ ...moment, entriesUntilMs: cut }, stricterLimits(one, other)) !== null) return
      expect(checkEntry(moment, one)).toBe(null)
      expect(checkEntry(moment, other)).toBe(null)
    }),
    // Most moments are denied by both; enough of them must be allowed.
    { numRuns: 5_000 },
  )
})

test('merged limits buy no more, and stop no later, than either set', () => {
  fc.assert(
    fc.property(capitals, limitsOf, limitsOf, prices, lots, (available, one, other, price, lot) => {
      const merged = stricterLimits(one, other)
      const roomOf = (limits: Limits) => ({
        ...available,
        maxQuantity: limits.maxQuantity,
        openValueLeftPaise: limits.maxOpenValuePaise ?? Infinity,
      })
      for (const limits of [one, other]) {
        expect(sizeOf(roomOf(merged), price, lot)).toBeLessThanOrEqual(sizeOf(roomOf(limits), price, lot))
        for (const field of ['stopLossBps', 'trailingStopBps'] as const) {
          const bps = limits[field]
          if (bps !== null) expect(merged[field]).toBeLessThanOrEqual(bps)
        }
      }
    }),
  )
})

function sizeOf(available: Parameters<typeof sizePosition>[0], price: number, lot: number): number {
  const size = sizePosition(available, price, lot)
  return typeof size === 'string' ? 0 : size
}

test('less available capital never buys more', () => {
  fc.assert(
    fc.property(capitals, capitals, prices, lots, (available, other, price, lot) => {
      const tight = {
        perSymbolPaise: Math.min(available.perSymbolPaise, other.perSymbolPaise),
        freePaise: Math.min(available.freePaise, other.freePaise),
        openValueLeftPaise: Math.min(available.openValueLeftPaise, other.openValueLeftPaise),
        maxQuantity: Math.min(available.maxQuantity, other.maxQuantity),
      }
      expect(sizeOf(tight, price, lot)).toBeLessThanOrEqual(sizeOf(available, price, lot))
    }),
  )
})

test('a size is in whole lots and covered by the available capital', () => {
  fc.assert(
    fc.property(capitals, prices, lots, (available, price, lot) => {
      const size = sizeOf(available, price, lot)
      expect(size % lot).toBe(0)
      const { perSymbolPaise, freePaise, openValueLeftPaise } = available
      const coveredPaise = Math.min(perSymbolPaise, freePaise, openValueLeftPaise)
      expect(size * price).toBeLessThanOrEqual(size === 0 ? 0 : coveredPaise)
      expect(size).toBeLessThanOrEqual(available.maxQuantity)
    }),
  )
})

test('too little capital, capital in use and a reached cap on open positions have different denials', () => {
  const enough = { perSymbolPaise: 500, freePaise: 1_000, openValueLeftPaise: Infinity, maxQuantity: 10 }
  expect(sizePosition({ ...enough, perSymbolPaise: 99 }, 100, 1)).toBe('CAPITAL_TOO_SMALL')
  expect(sizePosition({ ...enough, freePaise: 99 }, 100, 1)).toBe('CAPITAL_IN_USE')
  expect(sizePosition({ ...enough, freePaise: -5 }, 100, 1)).toBe('CAPITAL_IN_USE')
  expect(sizePosition({ ...enough, openValueLeftPaise: 99 }, 100, 1)).toBe('OPEN_VALUE_SPENT')
  expect(sizePosition({ ...enough, openValueLeftPaise: -5 }, 100, 1)).toBe('OPEN_VALUE_SPENT')
})

test('the quantity is capital divided by price, limited to the caps and to whole lots', () => {
  const enough = { perSymbolPaise: 1_000, freePaise: 1_000, openValueLeftPaise: Infinity, maxQuantity: 100 }
  expect(sizePosition(enough, 300, 1)).toBe(3)
  expect(sizePosition({ ...enough, maxQuantity: 2 }, 300, 1)).toBe(2)
  expect(sizePosition({ ...enough, openValueLeftPaise: 700 }, 300, 1)).toBe(2)
  expect(sizePosition(enough, 100, 4)).toBe(8)
})

test('a trailing stop never loosens as the best price improves', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1 as const, -1 as const),
      fc.integer({ min: 5_000, max: 900_000 }),
      fc.nat(50_000),
      fc.integer({ min: 1, max: 5_000 }),
      fc.constantFrom(1, 5, 10, 50),
      (direction, best, gain, bps, tick) => {
        const better = Math.max(best + direction * gain, 1)
        const before = trailedStopPaise(direction, best, bps, tick)
        expect(direction * (trailedStopPaise(direction, better, bps, tick) - before)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('stop and target lie on ticks, at least the percentage away from the entry', () => {
  const directions = fc.constantFrom(1 as const, -1 as const)
  const ticks = fc.constantFrom(1, 5, 10, 50)
  fc.assert(
    fc.property(
      directions,
      fc.integer({ min: 5_000, max: 900_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      ticks,
      (d, raw, bps, tick) => {
        const entry = raw - (raw % tick)
        const stop = stopLevelPaise(d, entry, bps, tick)
        const target = targetLevelPaise(d, entry, bps, tick)
        expect([stop % tick, target % tick]).toEqual([0, 0])
        expect(d * (entry - stop) * 10_000).toBeGreaterThanOrEqual(entry * bps)
        expect(d * (target - entry) * 10_000).toBeGreaterThanOrEqual(entry * bps)
        expect(Math.abs(entry - stop) - (entry * bps) / 10_000).toBeLessThan(tick)
      },
    ),
  )
})

test.each([
  ['maxEntriesPerDay', 0],
  ['maxQuantity', 1.5],
  ['stopLossBps', 10_000],
  ['targetBps', -1],
  ['maxLossPerDayPaise', NaN],
] as const)('a limit out of range is refused by name: %s', (field, value) => {
  const checked = checkLimits({ ...LIMITS, [field]: value })
  expect(!checked.ok && checked.refusal.field).toBe(field)
})
