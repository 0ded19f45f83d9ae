import { assumeUnknownYears } from './assume-unknown-years.ts'
import type { MarketCalendar, Session } from './market-calendar.ts'

// Five weeks: the same weekday, and always more than the 30 days after which prices may be used.
export const REPLAY_DAYS = 35
// No market stays closed for longer; the limit stops an endless search in a wrong calendar.
const LONGEST_CLOSURE = 30
// All shares open together and trade on the same days.
const ANY_SHARE = { hasDerivatives: false }

/**
 * The past session whose recorded minutes are replayed in this one: that of the same weekday five weeks before, or the last
 * one before it if the market was closed then or open for a shorter time. It follows from the calendar alone, so that every
 * process replays the same; of years that it does not list it takes every weekday.
 */
export function replayedSession(calendar: MarketCalendar, { number, openMs, closeMs }: Session): Session | null {
  const past = assumeUnknownYears(calendar)
  for (let day = number - REPLAY_DAYS; day > number - REPLAY_DAYS - LONGEST_CLOSURE; day--) {
    const found = past.sessionOf(day, ANY_SHARE)
    if (found.ok && found.value.closeMs - found.value.openMs >= closeMs - openMs) return found.value
  }
  return null
}
