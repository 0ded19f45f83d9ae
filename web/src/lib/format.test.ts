import { formatRupees } from '@trading-bot/core/money'
import { expect, test } from 'vitest'
import { formatDate, formatDateTime } from './format.ts'

test('L-07 money is rupees in Indian grouping with two decimals', () => {
  expect(formatRupees(1234567.891)).toBe('₹12,34,567.89')
  expect(formatRupees(-0.5)).toBe('−₹0.50')
})

test('L-07 dates and times are formatted in Asia/Kolkata', () => {
  expect(formatDate('2026-01-31T20:00:00Z')).toBe('01 Feb 2026')
  expect(formatDateTime('2026-01-31T20:00:00Z')).toBe('01 Feb 2026, 01:30')
  expect(formatDateTime('2026-01-31T18:30:00Z')).toBe('01 Feb 2026, 00:00')
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
