import type { Checked } from '../checked.ts'
import type { Cutoffs } from './calendar-data.ts'

/** What of an instrument decides its hours. */
export type SessionTraits = {
  /** Closes by auction. A calendar that knows the token goes by its own dated record instead. */
  readonly hasDerivatives: boolean
  readonly token?: string
  /** The instrument's own times instead of the calendar's. */
  readonly cutoffs?: Cutoffs
}

/** One stretch of continuous trading, from `openMs` up to but not including `closeMs`. */
export type Session = {
  /** What "per day" limits count by: the India day number on NSE, the India hour number in the demo market. */
  readonly number: number
  readonly openMs: number
  readonly closeMs: number
  /** Entries are decided before this instant. */
  readonly entriesUntilMs: number
  /** Positions are closed from this instant on. */
  readonly squareOffAtMs: number
  /** Name of a special session, or null. */
  readonly note: string | null
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

/** The whole interface: NSE and the demo market differ in what stands behind it. */
export type MarketCalendar = {
  readonly sessionNumberAt: (atMs: number) => number
  readonly sessionOf: (sessionNumber: number, traits: SessionTraits) => Checked<Session, ClosedCode>
  /** Rises when the calendar is edited: whoever remembers a session looks again. Absent where it never changes. */
  readonly revision?: () => number
}
