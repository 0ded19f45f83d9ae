import type { DataUsed } from '@trading-bot/contract/rest/trading/market-data'
import { formatNumber } from '@trading-bot/core/format-number'

const MOST_DAYS = 8

/** Names the days that are not stored; they are left out of every figure. Null if all are there. */
export function missingDays({ left_out, left_out_total, partial_days }: DataUsed): string | null {
  const parts = [
    ...(left_out_total === 0 ? [] : [leftOut(left_out, left_out_total)]),
    ...(partial_days === 0 ? [] : [`${partial_days} days of symbols are stored in part only.`]),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}

function leftOut(named: DataUsed['left_out'], total: number): string {
  const byDay = new Map<string, string[]>()
  for (const { day, symbol } of named) byDay.set(day, [...(byDay.get(day) ?? []), symbol])
  const days = [...byDay].map(([day, symbols]) =>
    symbols.length > 2 ? `${day} (${symbols.length} symbols)` : `${day} (${symbols.join(', ')})`,
  )
  const shown = days.slice(0, MOST_DAYS)
  const shownCount = [...byDay.values()].slice(0, MOST_DAYS).reduce((sum, symbols) => sum + symbols.length, 0)
  const rest = total - shownCount
  const more = rest > 0 ? ` and ${formatNumber(rest)} more days of symbols` : ''
  return `Left out, not counted as zero: ${shown.join(', ')}${more}.`
}
