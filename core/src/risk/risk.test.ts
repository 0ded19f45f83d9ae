import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkEntry, dayLimitReached, type EntryMoment } from './check-entry.ts'
import { checkLimits, type Limits } from './limits.ts'
import { stopLevelPaise, targetLevelPaise } from './protective-levels.ts'
import { sizePosition } from './size-position.ts'

const LIMITS: Limits = {
  maxEntriesPerDay: 5,
  maxLossPerDayPaise: 100_000,
  maxProfitPerDayPaise: 500_000,
  maxQuantity: 100,
  stopLossBps: 200,
  targetBps: 500,
}

const CALM: EntryMoment = { atMs: 1_000, entriesUntilMs: 2_000, entriesToday: 0, dayNetPaise: 0, stoppedBy: null }

test('an entry within all limits is allowed', () => {
  expect(checkEntry(CALM, LIMITS)).toBe(null)
})

test.each([
  ['where no session is open', { entriesUntilMs: null }, 'MARKET_CLOSED'],
  ['at the cut-off itself', { atMs: 2_000 }, 'ENTRIES_ENDED'],
  ['after the last allowed order', { entriesToday: 5 }, 'DAILY_ORDERS_SPENT'],
  ['at exactly the allowed loss', { dayNetPaise: -100_000 }, 'DAILY_LOSS_SPENT'],
  ['at exactly the wanted profit', { dayNetPaise: 500_000 }, 'DAILY_PROFIT_REACHED'],
  ['after the loss limit stopped the day, though the loss has shrunk', { stoppedBy: 'DAILY_LOSS' }, 'DAILY_LOSS_SPENT'],
  ['after the profit stopped the day', { stoppedBy: 'DAILY_PROFIT' }, 'DAILY_PROFIT_REACHED'],
] as const)('an entry %s is denied', (_, change, code) => {
  expect(checkEntry({ ...CALM, ...change }, LIMITS)).toBe(code)
})

test('an entry one order, one paisa and one millisecond inside every limit is allowed', () => {
  const edge = { ...CALM, atMs: 1_999, entriesToday: 4 }
  expect(checkEntry({ ...edge, dayNetPaise: -99_999 }, LIMITS)).toBe(null)
  expect(checkEntry({ ...edge, dayNetPaise: 499_999 }, LIMITS)).toBe(null)
})

test('without daily limits no profit or loss stops the day', () => {
  const free = { ...LIMITS, maxLossPerDayPaise: null, maxProfitPerDayPaise: null }
  expect(dayLimitReached(-1e12, free)).toBe(null)
  expect(dayLimitReached(1e12, free)).toBe(null)
})

const optional = (min: number, max: number) => fc.option(fc.integer({ min, max }))
const limitsOf = fc.record<Limits>({
  maxEntriesPerDay: fc.integer({ min: 1, max: 50 }),
  maxLossPerDayPaise: optional(1, 1_000_000),
  maxProfitPerDayPaise: optional(1, 1_000_000),
  maxQuantity: fc.integer({ min: 1, max: 1_000 }),
  stopLossBps: optional(1, 5_000),
  targetBps: optional(1, 10_000),
})
const moments = fc.record<EntryMoment>({
  atMs: fc.integer({ min: 0, max: 3_000 }),
  entriesUntilMs: fc.option(fc.integer({ min: 0, max: 3_000 })),
  entriesToday: fc.integer({ min: 0, max: 60 }),
  dayNetPaise: fc.integer({ min: -1_200_000, max: 1_200_000 }),
  stoppedBy: fc.constantFrom(null, 'DAILY_LOSS', 'DAILY_PROFIT'),
})
const capitals = fc.record({
  perSymbolPaise: fc.integer({ min: 1, max: 10_000_000 }),
  freePaise: fc.integer({ min: -1_000_000, max: 10_000_000 }),
  maxQuantity: fc.integer({ min: 1, max: 1_000 }),
})
const prices = fc.integer({ min: 1, max: 500_000 })
const lots = fc.integer({ min: 1, max: 50 })

function tighter(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.min(one, other)
}

test('tightening any limit never allows an entry that was denied before', () => {
  fc.assert(
    fc.property(moments, limitsOf, limitsOf, fc.nat(3_000), (moment, limits, other, earlier) => {
      const tight = {
        ...limits,
        maxEntriesPerDay: Math.min(limits.maxEntriesPerDay, other.maxEntriesPerDay),
        maxLossPerDayPaise: tighter(limits.maxLossPerDayPaise, other.maxLossPerDayPaise),
        maxProfitPerDayPaise: tighter(limits.maxProfitPerDayPaise, other.maxProfitPerDayPaise),
      }
      const cut = moment.entriesUntilMs === null ? null : moment.entriesUntilMs - earlier
      const isAllowed = checkEntry({ ...moment, entriesUntilMs: cut }, tight) === null
      if (isAllowed) expect(checkEntry(moment, limits)).toBe(null)
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
      expect(size * price).toBeLessThanOrEqual(size === 0 ? 0 : Math.min(available.perSymbolPaise, available.freePaise))
      expect(size).toBeLessThanOrEqual(available.maxQuantity)
    }),
  )
})

test('too little capital and capital in use have different denials', () => {
  expect(sizePosition({ perSymbolPaise: 99, freePaise: 1_000, maxQuantity: 10 }, 100, 1)).toBe('CAPITAL_TOO_SMALL')
  expect(sizePosition({ perSymbolPaise: 500, freePaise: 99, maxQuantity: 10 }, 100, 1)).toBe('CAPITAL_IN_USE')
  expect(sizePosition({ perSymbolPaise: 500, freePaise: -5, maxQuantity: 10 }, 100, 1)).toBe('CAPITAL_IN_USE')
})

test('the quantity is capital divided by price, limited to the maximum and to whole lots', () => {
  expect(sizePosition({ perSymbolPaise: 1_000, freePaise: 1_000, maxQuantity: 100 }, 300, 1)).toBe(3)
  expect(sizePosition({ perSymbolPaise: 1_000, freePaise: 1_000, maxQuantity: 2 }, 300, 1)).toBe(2)
  expect(sizePosition({ perSymbolPaise: 1_000, freePaise: 1_000, maxQuantity: 100 }, 100, 4)).toBe(8)
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
