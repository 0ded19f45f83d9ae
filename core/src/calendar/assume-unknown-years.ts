import { type Checked, refuse } from '../checked.ts'
import { dayNumberOf, isoDay, weekday } from '../time.ts'
import { buildSession } from './build-session.ts'
import type { ClosedCode, MarketCalendar, Session, SessionTraits } from './market-calendar.ts'

// Holidays with a fixed date, independent of the lunar calendar.
const FIXED_HOLIDAYS: Readonly<Record<string, string>> = {
  '01-26': 'Republic Day',
  '05-01': 'Maharashtra Day',
  '08-15': 'Independence Day',
  '10-02': 'Gandhi Jayanti',
  '12-25': 'Christmas',
}
const CLOSING_AUCTION_FROM = dayNumberOf('2026-08-03')
const CUTOFFS = { entriesUntil: '15:00', squareOffAt: '15:05' }

/**
 * For simulated history only, never for orders: in unlisted years every weekday except fixed holidays is a trading day,
 * so that the simulated market reaches back any number of years.
 */
export function assumeUnknownYears(calendar: MarketCalendar): MarketCalendar {
  return {
    sessionNumberAt: calendar.sessionNumberAt,
    sessionOf(dayNumber, traits) {
      const found = calendar.sessionOf(dayNumber, traits)
      const isUnknown = !found.ok && found.refusal.code === 'CALENDAR_NOT_KNOWN'
      return isUnknown ? assumedSession(dayNumber, traits) : found
    },
  }
}

function assumedSession(dayNumber: number, traits: SessionTraits): Checked<Session, ClosedCode> {
  const day = weekday(dayNumber)
  if (day === 0 || day === 6) return refuse('WEEKEND', 'sessionNumber', 'The market is closed at the weekend.')
  const holiday = FIXED_HOLIDAYS[isoDay(dayNumber).slice(5)]
  if (holiday !== undefined) return refuse('HOLIDAY', 'sessionNumber', `The market is closed: ${holiday}.`)
  const close = traits.hasDerivatives && dayNumber >= CLOSING_AUCTION_FROM ? '15:15' : '15:30'
  return buildSession({ dayNumber, open: '09:15', close, cutoffs: traits.cutoffs ?? CUTOFFS, note: 'Assumed' })
}
