import { expect, test } from 'vitest'
import { filterRows, type FilterValues, type RowFilters, type RowOrder } from './filter-rows.ts'

type Row = { symbol: string; side: string; pnl: number | null; at: string }

const FILTERS: RowFilters<Row> = {
  name: 'test',
  textOf: ({ symbol }) => symbol,
  choices: [
    { name: 'symbol', label: 'Symbol', valueOf: ({ symbol }) => symbol },
    { name: 'side', label: 'Side', valueOf: ({ side }) => side },
  ],
  timeOf: ({ at }) => at,
  sorts: [
    { by: 'time', valueOf: ({ at }) => at, words: { desc: 'Newest first', asc: 'Oldest first' } },
    { by: 'pnl', valueOf: ({ pnl }) => pnl, words: { desc: 'Best P&L first', asc: 'Worst P&L first' } },
  ],
}
const ROWS: readonly Row[] = [
  { symbol: 'SBIN-EQ', side: 'BUY', pnl: null, at: '2026-11-14T04:00:00.000Z' },
  { symbol: 'TCS-EQ', side: 'SELL', pnl: -5, at: '2026-11-15T18:29:59.000Z' },
  { symbol: 'SBICARD-EQ', side: 'SELL', pnl: 20, at: '2026-11-15T18:30:00.000Z' },
]

function symbols(values: FilterValues, order: RowOrder = { by: 'time', order: 'desc' }) {
  return filterRows(ROWS, FILTERS, values, order).map(({ symbol }) => symbol)
}

test('rows are narrowed by text, by choice, and by both', () => {
  expect(symbols({})).toEqual(['SBICARD-EQ', 'TCS-EQ', 'SBIN-EQ'])
  expect(symbols({ search: 'sbi' })).toEqual(['SBICARD-EQ', 'SBIN-EQ'])
  expect(symbols({ side: 'SELL' })).toEqual(['SBICARD-EQ', 'TCS-EQ'])
  expect(symbols({ search: 'sbi', side: 'SELL' })).toEqual(['SBICARD-EQ'])
  expect(symbols({ symbol: 'SBI' })).toEqual([])
})

test('days are India’s, and both ends belong to the range', () => {
  expect(symbols({ from: '2026-11-15' })).toEqual(['SBICARD-EQ', 'TCS-EQ'])
  expect(symbols({ from: '2026-11-15', to: '2026-11-15' })).toEqual(['TCS-EQ'])
  expect(symbols({ to: '2026-11-14' })).toEqual(['SBIN-EQ'])
})

test('a value that is not known comes last in either order', () => {
  expect(symbols({}, { by: 'pnl', order: 'desc' })).toEqual(['SBICARD-EQ', 'TCS-EQ', 'SBIN-EQ'])
  expect(symbols({}, { by: 'pnl', order: 'asc' })).toEqual(['TCS-EQ', 'SBICARD-EQ', 'SBIN-EQ'])
  expect(symbols({}, { by: 'nothing', order: 'asc' })).toEqual(['SBIN-EQ', 'TCS-EQ', 'SBICARD-EQ'])
})
