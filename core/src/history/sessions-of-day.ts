import type { MarketCalendar, Session, SessionTraits } from '../calendar/market-calendar.ts'
import { DAY_MS, indiaDayStartMs } from '../time.ts'

/** The sessions that open on an India day: one on NSE, twenty-four in the demo market, none on a holiday. */
export function sessionsOfDay(calendar: MarketCalendar, day: number, traits: SessionTraits): Session[] {
  const startMs = indiaDayStartMs(day)
  const last = calendar.sessionNumberAt(startMs + DAY_MS - 1)
  const sessions: Session[] = []
  for (let number = calendar.sessionNumberAt(startMs); number <= last; number++) {
    const found = calendar.sessionOf(number, traits)
    if (found.ok) sessions.push(found.value)
  }
  return sessions
}
