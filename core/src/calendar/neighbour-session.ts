import type { Checked } from '../checked.ts'
import type { ClosedCode, MarketCalendar, Session, SessionTraits } from './market-calendar.ts'

/** The first session after this number; refused where the calendar is not known that far. */
export function nextSession(
  calendar: MarketCalendar,
  sessionNumber: number,
  traits: SessionTraits,
): Checked<Session, ClosedCode> {
  return walk(calendar, sessionNumber, traits, 1)
}

/** The last session before this number; refused where the calendar is not known that far. */
export function previousSession(
  calendar: MarketCalendar,
  sessionNumber: number,
  traits: SessionTraits,
): Checked<Session, ClosedCode> {
  return walk(calendar, sessionNumber, traits, -1)
}

// No market stays shut for longer; the limit only keeps a mistaken calendar from running for ever.
const LONGEST_CLOSURE = 30

function walk(
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
