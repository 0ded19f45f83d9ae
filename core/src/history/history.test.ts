import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { DEMO_CALENDAR } from '../calendar/demo-calendar.ts'
import { INDIA_CALENDAR } from '../calendar/india-calendar.ts'
import { emaStrategy } from '../strategies/ema-strategy.ts'
import { checkParameters } from '../strategies/check-parameters.ts'
import { signalColumn } from '../strategies/signal-column.ts'
import { barsOf, randomBars } from '../testing/random-bars.ts'
import { DAY_MS, dayNumberOf, indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '../time.ts'
import { adjustBars, type CorporateAction } from './adjust-bars.ts'
import { dataHash } from './data-hash.ts'
import { type DayExpectation, inspectDay } from './inspect-day.ts'
import { emptyBars, packBars, packedLength, unpackBars } from './pack-bars.ts'
import { sessionsOfDay } from './sessions-of-day.ts'
import { valueOf } from '../testing/value-of.ts'

const MONDAY = dayNumberOf('2026-06-01')
const TRAITS = { hasDerivatives: true }
const SESSIONS = sessionsOfDay(INDIA_CALENDAR, MONDAY, TRAITS)
const OPEN_MS = SESSIONS[0]!.openMs
const EXPECTED: DayExpectation = { sessions: SESSIONS, tickPaise: 5, previousClosePaise: null, actionFactor: 1 }

function unpacked(bytes: Uint8Array): Bars {
  const bars = emptyBars(packedLength(bytes))
  unpackBars(bytes, bars)
  return bars
}

const rowsOf = (bars: Bars) =>
  Array.from(bars.timeMs, (timeMs, row) => [
    timeMs,
    bars.openPaise[row]!,
    bars.highPaise[row]!,
    bars.lowPaise[row]!,
    bars.closePaise[row]!,
    bars.volume[row]!,
  ])

/** A whole quiet Monday. */
function monday(): number[][] {
  return Array.from({ length: 375 }, (_, minute) => {
    const price = 10_000 + 5 * ((minute * 7) % 31)
    return [OPEN_MS + minute * MINUTE_MS, price, price + 20, price - 15, price + 5, minute + 1]
  })
}

const inspect = (rows: readonly (readonly number[])[], more: Partial<DayExpectation> = {}) =>
  inspectDay(barsOf(rows), { ...EXPECTED, ...more })
const kinds = (rows: readonly (readonly number[])[], more: Partial<DayExpectation> = {}) =>
  inspect(rows, more).findings.map(({ kind, count }) => [kind, count])

test('packed bars come back exactly, whatever their prices, gaps and volumes', () => {
  const row = fc.record({
    gap: fc.integer({ min: 0, max: 40_000 }),
    prices: fc.array(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), { minLength: 4, maxLength: 4 }),
    volume: fc.integer({ min: 0, max: 2 ** 47 }),
    tick: fc.constantFrom(1, 5, 10),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (drawn) => {
      let timeMs = OPEN_MS
      const rows = drawn.map(({ gap, prices, volume }) => {
        timeMs += (gap + 1) * MINUTE_MS
        return [timeMs, ...prices.map((price) => Math.floor(price / 4)), volume]
      })
      expect(rowsOf(unpacked(packBars(barsOf(rows))))).toEqual(rows)
    }),
  )
})

test('a month of real-looking bars takes few bytes and is unpacked behind other months', () => {
  const bars = randomBars(7, { length: 20 * 375 })
  const bytes = packBars(bars)
  expect(bytes.length / bars.timeMs.length).toBeLessThan(10)
  const both = emptyBars(10 + bars.timeMs.length)
  unpackBars(bytes, both, 10)
  expect(both.closePaise.subarray(10)).toEqual(bars.closePaise)
  expect(both.timeMs.subarray(10)).toEqual(bars.timeMs)
})

test('a whole day has no finding', () => {
  expect(inspect(monday())).toMatchObject({ findings: [], status: 'complete' })
})

test('removing one minute is noticed', () => {
  const rows = monday()
  rows.splice(100, 1)
  expect(inspect(rows).findings).toEqual([{ kind: 'MISSING_MINUTES', count: 1, atMs: [OPEN_MS + 100 * MINUTE_MS] }])
  expect(inspect(rows).status).toBe('complete')
})

test('a long gap, or many missing minutes, make a day partial', () => {
  const gap = monday()
  gap.splice(100, 16)
  expect(inspect(gap).status).toBe('partial')
  expect(inspect(monday().filter((_, minute) => minute % 10 !== 3)).status).toBe('partial')
  expect(inspect([])).toMatchObject({ status: 'partial', findings: [{ kind: 'MISSING_MINUTES', count: 375 }] })
})

test('repeated, contradicting and unsorted bars are found and put in order', () => {
  const repeated = [...monday(), monday()[10]!]
  expect(kinds(repeated)).toEqual([
    ['OUT_OF_ORDER', 1],
    ['DUPLICATE_MINUTES', 1],
  ])
  expect(rowsOf(inspect(repeated).bars)).toEqual(monday())
  const conflicting = [...monday(), [...monday()[10]!.slice(0, 5), 999]]
  expect(inspect(conflicting)).toMatchObject({ status: 'suspect' })
  expect(inspect(conflicting).bars.volume[10]).toBe(999)
  expect(rowsOf(inspect(monday().reverse()).bars)).toEqual(monday())
})

test.each([
  { kind: 'NOT_POSITIVE', column: 3, paise: 0 },
  { kind: 'HIGH_BELOW_LOW', column: 2, paise: 9_900 },
  { kind: 'OUTSIDE_BAND', column: 2, paise: 13_000 },
])('$kind makes a day suspect', ({ kind, column, paise }) => {
  const rows = monday()
  rows[50]![column] = paise
  const day = inspect(rows, { previousClosePaise: 10_000 })
  expect(day.findings.map((finding) => finding.kind)).toContain(kind)
  expect(day.status).toBe('suspect')
})

test('prices off the tick are noted without making the day suspect', () => {
  const rows = monday()
  rows[50]![2]! += 1
  expect(inspect(rows)).toMatchObject({ status: 'complete', findings: [{ kind: 'OFF_TICK', count: 1 }] })
})

test('an overnight jump is suspect unless a corporate action explains it', () => {
  const jumped = inspect(monday(), { previousClosePaise: 50_000 })
  expect(jumped.findings.map(({ kind }) => kind)).toContain('OVERNIGHT_JUMP')
  expect(inspect(monday(), { previousClosePaise: 50_000, actionFactor: 0.2 }).findings).toEqual([])
  // Prices that the source had adjusted already contradict the recorded split.
  expect(inspect(monday(), { previousClosePaise: 10_000, actionFactor: 0.2 }).status).toBe('suspect')
})

test('a day without volume is suspect', () => {
  expect(inspect(monday().map((row) => [...row.slice(0, 5), 0]))).toMatchObject({
    status: 'suspect',
    findings: [{ kind: 'NO_VOLUME', count: 1 }],
  })
})

test('bars outside market hours are left out', () => {
  const shifted = monday().map(([timeMs, ...rest]) => [timeMs! - 330 * MINUTE_MS, ...rest])
  const day = inspect(shifted)
  expect(day.findings.find(({ kind }) => kind === 'OUTSIDE_HOURS')!.count).toBe(330)
  expect(day.bars.timeMs.length).toBe(45)
})

test('a day of the demo market is twenty-four sessions', () => {
  const sessions = sessionsOfDay(DEMO_CALENDAR, MONDAY, TRAITS)
  expect(sessions.length).toBe(24)
  expect(sessions[0]!.openMs).toBe(indiaDayStartMs(MONDAY))
  expect(sessions.at(-1)!.closeMs).toBe(indiaDayStartMs(MONDAY) + DAY_MS)
  expect(sessionsOfDay(INDIA_CALENDAR, MONDAY - 1, TRAITS)).toEqual([])
})

const SPLIT: CorporateAction = { exDay: MONDAY + 2, kind: 'split', factor: 0.2 }

/** The same shares as before the split: five times the price, a fifth of the volume. */
function beforeSplit(bars: Bars): Bars {
  const isOld = (row: number) => indiaDayNumber(bars.timeMs[row]!) < SPLIT.exDay
  const prices = (column: Int32Array) => column.map((price, row) => (isOld(row) ? price * 5 : price))
  return {
    timeMs: bars.timeMs,
    openPaise: prices(bars.openPaise),
    highPaise: prices(bars.highPaise),
    lowPaise: prices(bars.lowPaise),
    closePaise: prices(bars.closePaise),
    volume: bars.volume.map((shares, row) => (isOld(row) ? shares / 5 : shares)),
  }
}

test('raw bars and a split factor give signal for signal the result of the series adjusted beforehand', () => {
  const whole = randomBars(11, { length: 5 * 375 })
  const series = { ...whole, volume: whole.volume.map((shares) => shares * 5) }
  const raw = beforeSplit(series)
  const adjusted = adjustBars(raw, [SPLIT], { untilDay: MONDAY + 10 })
  expect(adjusted).toEqual(series)
  const plan = emaStrategy.plan(valueOf(checkParameters(emaStrategy, { ema_period: 20 })))
  const signals = (bars: Bars) => signalColumn(plan, bars)
  expect(signals(adjusted)).toEqual(signals(series))
  expect(signals(raw)).not.toEqual(signals(series))
})

test('an action counts from its day on, once, and only if the source has not applied it', () => {
  const raw = randomBars(3, { length: 3 * 375 })
  expect(adjustBars(raw, [SPLIT], { untilDay: MONDAY + 1 })).toBe(raw)
  expect(adjustBars(raw, [{ ...SPLIT, exDay: MONDAY }], { untilDay: MONDAY + 9 })).toBe(raw)
  const already = adjustBars(raw, [SPLIT], { untilDay: MONDAY + 9, adjustedAsOf: () => MONDAY + 9 })
  expect(already.closePaise).toEqual(raw.closePaise)
})

test('a dividend changes prices, not volumes', () => {
  const raw = randomBars(3, { length: 3 * 375 })
  const dividend: CorporateAction = { exDay: MONDAY + 1, kind: 'dividend', factor: 0.98 }
  const adjusted = adjustBars(raw, [dividend], { untilDay: MONDAY + 9 })
  expect(adjusted.volume).toEqual(raw.volume)
  expect(adjusted.closePaise[0]).toBe(Math.round(raw.closePaise[0]! * 0.98))
  expect(adjusted.closePaise[375]).toBe(raw.closePaise[375])
})

test('the data hash follows days, sources, actions and interval', () => {
  const symbol = { token: '3045', days: [{ day: MONDAY, source: 'broker', hash: 'a' }], actions: [] }
  const hash = dataHash([symbol], '1m')
  expect(dataHash([{ ...symbol }], '1m')).toBe(hash)
  const others = [
    dataHash([symbol], '5m'),
    dataHash([{ ...symbol, actions: [SPLIT] }], '1m'),
    dataHash([{ ...symbol, days: [{ ...symbol.days[0]!, source: 'file' }] }], '1m'),
    dataHash([{ ...symbol, days: [{ ...symbol.days[0]!, hash: 'b' }] }], '1m'),
  ]
  expect(new Set([hash, ...others]).size).toBe(5)
})
