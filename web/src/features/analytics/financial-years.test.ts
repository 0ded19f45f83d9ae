import { expect, test } from 'vitest'
import { financialYears } from './financial-years.ts'

test('a financial year begins on 1 April in India', () => {
  expect(financialYears(new Date('2026-03-31T18:29:00Z'))[0]).toBe('2025-26')
  expect(financialYears(new Date('2026-03-31T18:31:00Z'))[0]).toBe('2026-27')
  expect(financialYears(new Date('2099-12-01T00:00:00Z'))[0]).toBe('2099-00')
})
