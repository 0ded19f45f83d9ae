import { formatRupees } from '@trading-bot/core/money'
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { formatClock, formatDate, formatDateTime, formatShort, formatShortDay, formatTime } from './format.ts'

test('L-07 money is rupees in Indian grouping with two decimals', () => {
  expect(formatRupees(1234567.891)).toBe('₹12,34,567.89')
  expect(formatRupees(-0.5)).toBe('−₹0.50')
})

test('L-07 dates and times are formatted in Asia/Kolkata', () => {
  expect(formatDate('2026-01-31T20:00:00Z')).toBe('01 Feb 2026')
  expect(formatDateTime('2026-01-31T20:00:00Z')).toBe('01 Feb 2026, 01:30')
  expect(formatDateTime('2026-01-31T18:30:00Z')).toBe('01 Feb 2026, 00:00')
})

test('L-07 dates and times are those of the platform’s own formatter', () => {
  const zone = { timeZone: 'Asia/Kolkata' }
  const date = new Intl.DateTimeFormat('en-IN', { ...zone, day: '2-digit', month: 'short', year: 'numeric' })
  const clock = new Intl.DateTimeFormat('en-IN', { ...zone, timeStyle: 'medium', hourCycle: 'h23' })
  const time = new Intl.DateTimeFormat('en-IN', { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'short' })
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      expect(formatDate(moment)).toBe(date.format(moment))
      expect(formatTime(moment)).toBe(time.format(moment))
      expect(formatClock(moment)).toBe(clock.format(moment))
      expect(formatShortDay(moment.toISOString().slice(0, 10))).toBe(day.format(moment))
    }),
  )
})

test('a figure on an axis is short: thousands, lakhs and crores', () => {
  const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })
  const figures = fc.oneof(fc.integer({ min: 0, max: 9_999_000_000 }), fc.double({ min: 0, max: 2e6, noNaN: true }))
  expect([950, 999.96, 1_150, 99_999, 12_345_678].map(formatShort)).toEqual(['950', '1K', '1.2K', '1L', '1.2Cr'])
  fc.assert(
    fc.property(figures, (figure) => {
      expect(formatShort(figure)).toBe(compact.format(figure))
    }),
  )
})

test('an invalid date is named as such', () => {
  expect(formatDate('soon')).toBe('Invalid Date')
  expect(formatDate(null)).toBe('N/A')
  expect(formatDateTime(undefined)).toBe('N/A')
  const broken = {
    [Symbol.toPrimitive]: () => {
      throw new Error('no')
    },
  } as unknown as Date
  expect(formatDate(broken)).toBe('Date Error')
})
