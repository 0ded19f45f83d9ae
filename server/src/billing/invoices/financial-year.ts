import { indiaDayNumber, isoDay } from '@trading-bot/core/time'

/** India's financial year from April to March, in the form that invoices use: 2026-27. */
export function financialYear(at: Date): string {
  const [year, month] = isoDay(indiaDayNumber(at.getTime())).split('-').map(Number) as [number, number]
  const first = month >= 4 ? year : year - 1
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`
}
