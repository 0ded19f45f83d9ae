import { MINUTE_MS } from '../time.ts'
import type { Session } from './market-calendar.ts'

/** Start of the session's bar of this index; bars of `barMinutes`, the last one possibly cut short by the close. */
export function barTimeMs(session: Session, index: number, barMinutes = 1): number {
  return session.openMs + index * barMinutes * MINUTE_MS
}
