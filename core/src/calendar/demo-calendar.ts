import { accept, type Checked, refuse } from '../checked.ts'
import { INDIA_OFFSET_MS, MINUTE_MS } from '../time.ts'
import type { ClosedCode, MarketCalendar, Session } from './market-calendar.ts'

// As late as possible, so that a demo started near the end of a session still trades.
const ENTRIES_END_BEFORE_MS = 2 * MINUTE_MS
const SQUARE_OFF_BEFORE_MS = MINUTE_MS

/** The demo market never closes: one session follows another, and daily limits restart with each. */
export function demoCalendar(sessionMinutes: number): MarketCalendar {
  const lengthMs = sessionMinutes * MINUTE_MS
  const sessionOf = (sessionNumber: number): Checked<Session, ClosedCode> => {
    if (!Number.isSafeInteger(sessionNumber)) return refuse('NOT_A_DAY', 'sessionNumber', 'This is not a session.')
    const openMs = sessionNumber * lengthMs - INDIA_OFFSET_MS
    const closeMs = openMs + lengthMs
    return accept({
      number: sessionNumber,
      openMs,
      closeMs,
      entriesUntilMs: closeMs - ENTRIES_END_BEFORE_MS,
      squareOffAtMs: closeMs - SQUARE_OFF_BEFORE_MS,
      note: null,
    })
  }
  return { sessionNumberAt: (atMs) => Math.floor((atMs + INDIA_OFFSET_MS) / lengthMs), sessionOf }
}

/** Every India hour is a session. */
export const DEMO_CALENDAR: MarketCalendar = demoCalendar(60)
