import type { Checked } from '../checked.ts'
import { MINUTE_MS } from '../time.ts'
import type { Cutoffs } from './calendar-data.ts'

/** Properties of an instrument that determine its hours. */
export type SessionTraits = {
  /** Closes by auction. A calendar with a dated record of the token uses that instead. */
  readonly hasDerivatives: boolean
  readonly token?: string
  /** Overrides the calendar's times for this instrument. */
  readonly cutoffs?: Cutoffs
}

/** One period of continuous trading, from `openMs` up to but not including `closeMs`. */
export type Session = {
  /** Daily limits count per session number: the India day on NSE, the India hour in the demo market. */
  readonly number: number
  readonly openMs: number
  readonly closeMs: number
  /** Entries are allowed before this instant. */
  readonly entriesUntilMs: number
  /** Positions are closed from this instant on. */
  readonly squareOffAtMs: number
  /** Name of a special session, or null. */
  readonly note: string | null
}

export function sessionMinutes(session: Session): number {
  return (session.closeMs - session.openMs) / MINUTE_MS
}

export type ClosedCode =
  | 'WEEKEND'
  | 'HOLIDAY'
  | 'SESSION_NOT_ANNOUNCED'
  | 'CALENDAR_NOT_KNOWN'
  | 'NOT_A_DAY'
  | 'NOT_A_TIME'
  | 'BEFORE_OPEN'
  | 'AFTER_CLOSE'

/** The calendar interface that NSE and the demo market implement. */
export type MarketCalendar = {
  readonly sessionNumberAt: (atMs: number) => number
  readonly sessionOf: (sessionNumber: number, traits: SessionTraits) => Checked<Session, ClosedCode>
  /** Increases when the calendar is edited, which invalidates cached sessions. Absent if it never changes. */
  readonly revision?: () => number
}
