import type { ManagedAccount } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import type { LivePosition } from '../positions/live-position.ts'

/** Hours entered the same morning, or cut short during the session, hold for what is already held as well. */
export function followCalendar(engine: LiveEngine): void {
  const revision = engine.setup.calendar.revision?.() ?? 0
  if (revision === engine.calendarRevision) return
  engine.calendarRevision = revision
  for (const account of engine.accounts.values()) {
    for (const slot of account.core.slots) slot.sessionKnownUntilMs = -Infinity
    redatePositions(engine, account)
  }
}

/** Positions square off when the session they were opened in says so today, not when it said so at their entry. */
export function redatePositions(engine: LiveEngine, account: ManagedAccount): void {
  for (const position of account.positions.values()) {
    if (position.closedAtMs === null) redate(engine, position)
  }
}

function redate({ setup: { calendar }, instruments }: LiveEngine, position: LivePosition): void {
  const instrument = instruments.get(position.token)
  if (!instrument) return
  const session = calendar.sessionOf(calendar.sessionNumberAt(position.squareOffAtMs), instrument)
  // A day that was closed afterwards gives no time: what was planned stays, so that the exit is tried.
  if (session.ok) position.squareOffAtMs = session.value.squareOffAtMs
}
