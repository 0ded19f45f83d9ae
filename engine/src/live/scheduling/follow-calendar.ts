import type { ManagedAccount } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import type { LivePosition } from '../positions/live-position.ts'

/** Applies edited trading hours to accounts and to positions that are already open. */
export function followCalendar(engine: LiveEngine): void {
  const revision = engine.setup.calendar.revision?.() ?? 0
  if (revision === engine.calendarRevision) return
  engine.calendarRevision = revision
  for (const account of engine.accounts.values()) {
    for (const slot of account.core.slots) slot.sessionKnownUntilMs = -Infinity
    redatePositions(engine, account)
  }
}

/** Updates the square-off time of open positions to the current hours of their session. */
export function redatePositions(engine: LiveEngine, account: ManagedAccount): void {
  for (const position of account.positions.values()) {
    if (position.closedAtMs === null) redate(engine, position)
  }
}

function redate({ setup: { calendar }, instruments }: LiveEngine, position: LivePosition): void {
  const instrument = instruments.get(position.token)
  if (!instrument) return
  const session = calendar.sessionOf(calendar.sessionNumberAt(position.squareOffAtMs), instrument)
  // A day that became a holiday has no session; the planned time stays, so that the exit is still tried.
  if (session.ok) position.squareOffAtMs = session.value.squareOffAtMs
}
