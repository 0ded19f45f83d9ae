import { accept, type Checked, refuse } from '../checked.ts'
import { indiaDayStartMs, MINUTE_MS } from '../time.ts'
import type { Cutoffs } from './calendar-data.ts'
import type { ClosedCode, Session } from './market-calendar.ts'
import { minuteOfDay } from './minute-of-day.ts'

// In a shortened session the entry cut-off and the square-off keep this distance from the close, as 15:00 and 15:05
// do from 15:15.
const ENTRIES_BEFORE_CLOSE_MIN = 15
const SQUARE_OFF_BEFORE_CLOSE_MIN = 10

type SessionPlan = {
  readonly dayNumber: number
  readonly open: string
  readonly close: string
  readonly cutoffs: Cutoffs
  readonly note: string | null
}

export function buildSession(plan: SessionPlan): Checked<Session, ClosedCode> {
  const open = minuteOfDay(plan.open)
  const close = minuteOfDay(plan.close)
  const entriesUntil = minuteOfDay(plan.cutoffs.entriesUntil)
  const squareOffAt = minuteOfDay(plan.cutoffs.squareOffAt)
  if (open === null || close === null) return refuse('NOT_A_TIME', 'hours', 'The session hours cannot be read.')
  if (entriesUntil === null || squareOffAt === null) {
    return refuse('NOT_A_TIME', 'cutoffs', 'The entry cut-off or the square-off time cannot be read.')
  }
  const squareOff = squareOffAt < close ? squareOffAt : close - SQUARE_OFF_BEFORE_CLOSE_MIN
  const lastEntry = entriesUntil < close ? entriesUntil : close - ENTRIES_BEFORE_CLOSE_MIN
  const startMs = indiaDayStartMs(plan.dayNumber)
  return accept({
    number: plan.dayNumber,
    openMs: startMs + open * MINUTE_MS,
    closeMs: startMs + close * MINUTE_MS,
    // An entry after the square-off would be closed immediately.
    entriesUntilMs: startMs + Math.min(lastEntry, squareOff) * MINUTE_MS,
    squareOffAtMs: startMs + squareOff * MINUTE_MS,
    note: plan.note,
  })
}
