import type { Checked } from '../checked.ts'
import type { ClosedCode, MarketCalendar, Session, SessionTraits } from './market-calendar.ts'
import { walkToSession } from './walk-to-session.ts'

/** The last session before this number; refused beyond the known calendar. */
export function previousSession(
  calendar: MarketCalendar,
  sessionNumber: number,
  traits: SessionTraits,
): Checked<Session, ClosedCode> {
  return walkToSession(calendar, sessionNumber, traits, -1)
}
