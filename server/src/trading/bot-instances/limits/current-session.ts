import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { SessionStart } from '@trading-bot/engine/live/book/live-store'
import { sessionStart } from '@trading-bot/engine/live/run/scheduling/session-start'

/** The session and the week that the engine counts orders and losses from, so that every screen counts as it does. */
export function currentSession(calendar: MarketCalendar, now: Date): SessionStart {
  return sessionStart({ calendar, clock: { nowMs: () => now.getTime() } })
}
