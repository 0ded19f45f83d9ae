import { expect, test } from 'vitest'
import { checkBars, type RawBars } from './check-bars.ts'

const GOOD = {
  timeMs: [60_000, 120_000, 180_000],
  openPaise: [100, 105, 110],
  highPaise: [110, 115, 120],
  lowPaise: [95, 100, 105],
  closePaise: [105, 110, 115],
  volume: [1, 0, 3],
}

function withValue(field: keyof RawBars, row: number, value: number): RawBars {
  return { ...GOOD, [field]: GOOD[field].with(row, value) }
}

function refusalOf(raw: RawBars) {
  const result = checkBars(raw)
  if (result.ok) throw new Error('not refused')
  const { code, field, barIndex } = result.refusal
  return { code, field, barIndex }
}

test('valid rows become typed columns', () => {
  const result = checkBars(GOOD)
  expect(result.ok && result.value.closePaise).toEqual(Int32Array.from(GOOD.closePaise))
})

test('typed columns are not copied', () => {
  const first = checkBars(GOOD)
  if (!first.ok) throw new Error('refused')
  const second = checkBars(first.value)
  expect(second.ok && second.value).toBe(first.value)
})

test.each([
  ['a missing number', withValue('closePaise', 1, NaN), 'NOT_A_NUMBER', 'closePaise', 1],
  ['an infinite price', withValue('highPaise', 2, Infinity), 'NOT_A_NUMBER', 'highPaise', 2],
  ['a missing time', withValue('timeMs', 0, NaN), 'NOT_A_NUMBER', 'timeMs', 0],
  ['a missing volume', withValue('volume', 1, NaN), 'NOT_A_NUMBER', 'volume', 1],
  ['a price of zero', withValue('lowPaise', 2, 0), 'PRICE_NOT_POSITIVE', 'lowPaise', 2],
  ['a negative price', withValue('openPaise', 0, -5), 'PRICE_NOT_POSITIVE', 'openPaise', 0],
  ['a fraction of a paisa', withValue('closePaise', 1, 105.5), 'NOT_WHOLE_PAISE', 'closePaise', 1],
  ['a price too large to hold', withValue('highPaise', 1, 2_000_000_001), 'PRICE_TOO_LARGE', 'highPaise', 1],
  ['a high below the low', withValue('highPaise', 1, 99), 'HIGH_BELOW_LOW', 'highPaise', 1],
  ['an open above the high', withValue('openPaise', 1, 116), 'OUTSIDE_RANGE', 'openPaise', 1],
  ['a close below the low', withValue('closePaise', 2, 104), 'OUTSIDE_RANGE', 'closePaise', 2],
  ['a negative volume', withValue('volume', 2, -1), 'NEGATIVE_VOLUME', 'volume', 2],
  ['a time twice', withValue('timeMs', 1, 60_000), 'DUPLICATE_TIME', 'timeMs', 1],
  ['a time that goes back', withValue('timeMs', 2, 90_000), 'OUT_OF_ORDER', 'timeMs', 2],
] as const)('%s is refused with its bar and field', (_, raw, code, field, barIndex) => {
  expect(refusalOf(raw)).toEqual({ code, field, barIndex })
})

test('an empty series is refused', () => {
  const empty = { timeMs: [], openPaise: [], highPaise: [], lowPaise: [], closePaise: [], volume: [] }
  expect(refusalOf(empty)).toEqual({ code: 'EMPTY_SERIES', field: 'timeMs', barIndex: null })
})

test('columns of unequal length are refused at the first missing row', () => {
  expect(refusalOf({ ...GOOD, volume: [1, 2] })).toEqual({ code: 'UNEQUAL_LENGTHS', field: 'volume', barIndex: 2 })
})

test('the sentence names the bar and the field', () => {
  const result = checkBars(withValue('closePaise', 1, NaN))
  expect(!result.ok && result.refusal.sentence).toBe('A value is missing or is not a number (closePaise of bar 1).')
})
