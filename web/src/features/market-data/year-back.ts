import { indiaDayNumber, isoDay } from '@trading-bot/core/time'

/** Days of India's calendar from one year ago until yesterday, the newest day that is whole. */
export function yearBack(): { from: string; until: string } {
  const today = indiaDayNumber(Date.now())
  return { from: isoDay(today - 365), until: isoDay(today - 1) }
}
