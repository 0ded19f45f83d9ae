import { MINUTE_MS } from '../time.ts'
import type { Session } from './market-calendar.ts'

export function sessionMinutes(session: Session): number {
  return (session.closeMs - session.openMs) / MINUTE_MS
}
