import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { formatShort } from '../../../lib/format.ts'

/** ₹1.2L on an axis, where the exact figure would not fit. */
export function shortRupees(value: number | string): string {
  const rupees = Number(value)
  return `${rupees < 0 ? '−' : ''}₹${formatShort(Math.abs(rupees))}`
}

export function signedRupees(value: number): string {
  return `${value > 0 ? '+' : ''}${formatRupees(value)}`
}

export function count(value: number): string {
  return formatNumber(value)
}

export function percent(value: number): string {
  return `${value}%`
}
