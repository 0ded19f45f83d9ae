import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'

const short = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** ₹1.2L on an axis, where the exact figure would not fit. */
export function shortRupees(value: number | string): string {
  const rupees = Number(value)
  return `${rupees < 0 ? '−' : ''}₹${short.format(Math.abs(rupees))}`
}

/** 15 Nov, of an India day. */
export function shortDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`))
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
