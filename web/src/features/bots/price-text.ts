import { formatRupees } from '@trading-bot/core/money'

export function priceText(value: number | null): string {
  return value === null ? '–' : formatRupees(value)
}
