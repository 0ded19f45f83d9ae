import { accept, type Checked, refuse } from '../checked.ts'
import { HOUR_MS, INDIA_OFFSET_MS, MINUTE_MS } from '../time.ts'
import type { ClosedCode, MarketCalendar, Session } from './market-calendar.ts'

// As late as can be: whoever starts the demo in the last minutes wants to see it trade all the same.
const ENTRIES_UNTIL_MS = 58 * MINUTE_MS
const SQUARE_OFF_AT_MS = 59 * MINUTE_MS

/** The demo market never closes: every India hour is a session of its own, so that daily limits start afresh in each. */
export const DEMO_CALENDAR: MarketCalendar = {
  sessionNumberAt: (atMs) => Math.floor((atMs + INDIA_OFFSET_MS) / HOUR_MS),
  sessionOf: demoSession,
}

function demoSession(sessionNumber: number): Checked<Session, ClosedCode> {
  if (!Number.isSafeInteger(sessionNumber)) return refuse('NOT_A_DAY', 'sessionNumber', 'This is not a session.')
  const openMs = sessionNumber * HOUR_MS - INDIA_OFFSET_MS
  return accept({
    number: sessionNumber,
    openMs,
    closeMs: openMs + HOUR_MS,
    entriesUntilMs: openMs + ENTRIES_UNTIL_MS,
    squareOffAtMs: openMs + SQUARE_OFF_AT_MS,
    note: null,
  })
}
