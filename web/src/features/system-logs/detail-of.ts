import { formatRupees } from '@trading-bot/core/money'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatDateTime } from '../../lib/format.ts'

/** One value of a log line as a label with its text: paise become rupees, instants India time. */
export function detailOf(key: string, value: unknown): [label: string, text: string] {
  const words = key.replace(/_(paise|at|ms)$/, '').replaceAll('_', ' ')
  const label = words.charAt(0).toUpperCase() + words.slice(1)
  if (value === null || value === undefined || value === '') return [label, '–']
  if (key.endsWith('_paise') && !Number.isNaN(Number(value))) return [label, formatRupees(Number(value) / 100)]
  if (key.endsWith('_at') && typeof value === 'string') return [label, formatDateTime(value)]
  if (key.endsWith('_ms')) return [label, `${formatNumber(Number(value))} ms`]
  return [label, typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)]
}
