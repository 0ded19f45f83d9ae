import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNumber } from './format-number.ts'

test('numbers are grouped as in India, with as many decimals as are wanted', () => {
  const texts = [0, 999, 1_000, 99_999, 1_00_000, 12_34_567.8912, -1_234.5].map((value) => formatNumber(value))
  expect(texts).toEqual(['0', '999', '1,000', '99,999', '1,00,000', '12,34,567.891', '-1,234.5'])
  expect([1.005, 1_00_000, 0.1 + 0.2].map((value) => formatNumber(value, 2, 2))).toEqual([
    '1.01',
    '1,00,000.00',
    '0.30',
  ])
})

test('numbers are always written as the language’s own formatter writes them', () => {
  const styles = [
    [0, 3],
    [2, 2],
    [0, 2],
  ] as const
  const formatters = styles.map(
    ([least, most]) =>
      new Intl.NumberFormat('en-IN', {
        minimumFractionDigits: least,
        maximumFractionDigits: most,
      }),
  )
  const value = fc.oneof(
    fc.integer({ min: -1e12, max: 1e12 }),
    fc.integer({ min: -1e14, max: 1e14 }).map((paise) => paise / 100),
    fc.integer({ min: -1e10, max: 1e10 }).map((parts) => parts / 1e5),
  )
  fc.assert(
    fc.property(value, (number) => {
      for (const [i, [least, most]] of styles.entries()) {
        expect(formatNumber(number, least, most)).toBe(formatters[i]!.format(number))
      }
    }),
  )
})
