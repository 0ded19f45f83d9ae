import { MINUTE_MS } from '../time.ts'
import type { Session } from './market-calendar.ts'

/** Start of the session's bar with this index; the last bar may be shorter than `barMinutes`. */
export function barTimeMs(session: Session, index: number, barMinutes = 1): number {
  return session.openMs + index * barMinutes * MINUTE_MS
}
