import { accept, type Checked, refuse } from '../checked.ts'
import type { ClosedCode, MarketCalendar, Session, SessionTraits } from './market-calendar.ts'

/** The session open at this instant, or why the market is closed. */
export function openSessionAt(
  calendar: MarketCalendar,
  atMs: number,
  traits: SessionTraits,
): Checked<Session, ClosedCode> {
  const found = calendar.sessionOf(calendar.sessionNumberAt(atMs), traits)
  if (!found.ok) return found
  if (atMs < found.value.openMs) return refuse('BEFORE_OPEN', 'atMs', 'The market has not opened yet.')
  if (atMs >= found.value.closeMs) return refuse('AFTER_CLOSE', 'atMs', 'The market has closed for the day.')
  return accept(found.value)
}
