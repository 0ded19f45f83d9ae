import { takeInput } from '../../execution/take-input.ts'
import type { LiveEngine } from '../engine/live-engine.ts'

/** Applies edited trading hours to accounts and to positions that are already open. */
export function followCalendar(engine: LiveEngine): void {
  const revision = engine.setup.calendar.revision?.() ?? 0
  if (revision === engine.calendarRevision) return
  engine.calendarRevision = revision
  for (const account of engine.accounts.values()) takeInput(engine, account, { kind: 'NEW_HOURS' })
}
