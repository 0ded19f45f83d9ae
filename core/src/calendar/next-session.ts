import type { Checked } from '../checked.ts'
import type { ClosedCode, MarketCalendar, Session, SessionTraits } from './market-calendar.ts'

/** The first session after this number; refused beyond the known calendar. */
export function nextSession(
  calendar: MarketCalendar,
  sessionNumber: number,
  traits: SessionTraits,
): Checked<Session, ClosedCode> {
  return walkToSession(calendar, sessionNumber, traits, 1)
}

/** The last session before this number; refused beyond the known calendar. */
export function previousSession(
  calendar: MarketCalendar,
  sessionNumber: number,
  traits: SessionTraits,
): Checked<Session, ClosedCode> {
  return walkToSession(calendar, sessionNumber, traits, -1)
}

// No market stays closed for longer; the limit stops an endless search in a wrong calendar.
const LONGEST_CLOSURE = 30

/** The nearest session in one direction, skipping closed days. */
function walkToSession(
  calendar: MarketCalendar,
  sessionNumber: number,
  traits: SessionTraits,
  step: 1 | -1,
): Checked<Session, ClosedCode> {
  let found = calendar.sessionOf(sessionNumber + step, traits)
  for (let distance = 2; distance <= LONGEST_CLOSURE && isClosedDay(found); distance++) {
    found = calendar.sessionOf(sessionNumber + step * distance, traits)
  }
  return found
}

function isClosedDay(found: Checked<Session, ClosedCode>): boolean {
  if (found.ok) return false
  const { code } = found.refusal
  return code === 'WEEKEND' || code === 'HOLIDAY' || code === 'SESSION_NOT_ANNOUNCED'
}
