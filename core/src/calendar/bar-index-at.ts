import { MINUTE_MS } from '../time.ts'
import type { Session } from './market-calendar.ts'

/** Index of the bar that contains this instant, or null outside the session. */
export function barIndexAt(session: Session, atMs: number, barMinutes = 1): number | null {
  if (!(atMs >= session.openMs && atMs < session.closeMs)) return null
  return Math.floor((atMs - session.openMs) / (barMinutes * MINUTE_MS))
}
