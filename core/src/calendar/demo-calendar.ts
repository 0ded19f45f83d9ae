import { accept, type Checked, refuse } from '../checked.ts'
import { HOUR_MS, INDIA_OFFSET_MS, MINUTE_MS } from '../time.ts'
import type { ClosedCode, MarketCalendar, Session } from './market-calendar.ts'

// As late as possible, so that a demo started near the end of the hour still trades.
const ENTRIES_UNTIL_MS = 58 * MINUTE_MS
const SQUARE_OFF_AT_MS = 59 * MINUTE_MS

/** The demo market never closes: every India hour is a separate session, in which daily limits restart. */
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
