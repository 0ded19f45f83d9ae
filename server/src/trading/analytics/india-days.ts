import { dayNumberOf, indiaDayNumber, indiaDayStartMs, isoDay } from '@trading-bot/core/time'

const NAMED: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

/** `7d` or `45` as a number of days; the contract accepts nothing else. */
export function dayCount(period: string): number {
  return NAMED[period] ?? Number(period)
}

export function today(now: Date): string {
  return isoDay(indiaDayNumber(now.getTime()))
}

/** The first India day of the last so many days, today included. */
export function firstDay(now: Date, days: number): string {
  return isoDay(indiaDayNumber(now.getTime()) - (days - 1))
}

export function startOf(day: string): Date {
  return new Date(indiaDayStartMs(dayNumberOf(day)))
}

/** The instant at which the next day begins. */
export function endOf(day: string): Date {
  return new Date(indiaDayStartMs(dayNumberOf(day) + 1))
}
