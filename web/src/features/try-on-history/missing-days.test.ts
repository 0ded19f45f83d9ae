import type { DataUsed } from '@trading-bot/contract/rest/trading/market-data'
import { expect, test } from 'vitest'
import { missingDays } from './missing-days.ts'

const DATA: DataUsed = {
  words: 'NSE',
  is_simulated: false,
  warning: null,
  sources: {},
  complete_days: 10,
  partial_days: 0,
  left_out: [],
  left_out_total: 0,
  hash: 'x',
}
const gap = (symbol: string, day: string) => ({ symbol, day, status: 'missing' as const })

test('complete history says nothing', () => {
  expect(missingDays(DATA)).toBe(null)
})

test('missing days are named by day, and those beyond the list are counted', () => {
  const left_out = [gap('A', '2026-11-02'), gap('B', '2026-11-02'), gap('A', '2026-11-03')]
  expect(missingDays({ ...DATA, left_out, left_out_total: 3 })).toBe(
    'Left out, not counted as zero: 2026-11-02 (A, B), 2026-11-03 (A).',
  )
  const many = Array.from({ length: 50 }, (_, at) => gap('A', `2026-10-${String((at % 30) + 1).padStart(2, '0')}`))
  expect(missingDays({ ...DATA, left_out: many, left_out_total: 70, partial_days: 2 })).toMatch(
    /and 5\d more days of symbols\. 2 days of symbols are stored in part only\.$/,
  )
})
