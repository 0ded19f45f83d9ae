import { MINUTE_MS } from '../time.ts'
import type { Session } from './market-calendar.ts'

export function sessionMinutes(session: Session): number {
  return (session.closeMs - session.openMs) / MINUTE_MS
}

/** Start of the session's bar of this index; bars of `barMinutes`, the last one possibly cut short by the close. */
export function barTimeMs(session: Session, index: number, barMinutes = 1): number {
  return session.openMs + index * barMinutes * MINUTE_MS
}

/** Index of the bar that holds this instant, or null outside the session. */
export function barIndexAt(session: Session, atMs: number, barMinutes = 1): number | null {
  if (!(atMs >= session.openMs && atMs < session.closeMs)) return null
  return Math.floor((atMs - session.openMs) / (barMinutes * MINUTE_MS))
}
