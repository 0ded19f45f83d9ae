import type { MarketCalendar, Session, SessionTraits } from '../calendar/market-calendar.ts'

/** The session that contains an instant, or null while the market is closed. */
export type SessionAt = (atMs: number) => Session | null

export function sessionAt(
  { sessionNumberAt, sessionOf, revision = () => 0 }: MarketCalendar,
  traits: SessionTraits,
): SessionAt {
  let last: Session | null = null
  let readAtRevision = revision()
  return (atMs) => {
    const isCurrent = readAtRevision === revision()
    if (isCurrent && last !== null && atMs >= last.openMs && atMs < last.closeMs) return last
    readAtRevision = revision()
    const found = sessionOf(sessionNumberAt(atMs), traits)
    const isOpen = found.ok && atMs >= found.value.openMs && atMs < found.value.closeMs
    last = isOpen ? found.value : null
    return last
  }
}
