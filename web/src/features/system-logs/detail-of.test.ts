import { expect, test } from 'vitest'
import { detailOf } from './detail-of.ts'

test('paise read as rupees, instants as India time, and nothing as a dash', () => {
  expect(detailOf('unused_paise', '66600')).toEqual(['Unused', '₹666.00'])
  expect(detailOf('retry_at', '2026-11-16T05:00:00.000Z')).toEqual(['Retry', '16 Nov 2026, 10:30'])
  expect(detailOf('subject_id', null)).toEqual(['Subject id', '–'])
  expect(detailOf('symbols', ['SBIN-EQ'])).toEqual(['Symbols', '["SBIN-EQ"]'])
})
