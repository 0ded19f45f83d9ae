import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { HOUR_MS, indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'

// The last orders of a session end, and are written, shortly after it.
const AFTER_CLOSE_MS = 15 * MINUTE_MS
// Nobody wants yesterday's summary at noon, after the server was down.
const LATEST_MS = 12 * HOUR_MS
// The demo has a session each hour.
const SESSIONS_BACK = 26
const ANY_STOCK = { hasDerivatives: false }

/** The India day whose last session ended lately; undefined while a day trades, and long after it. */
export function dayOver(calendar: MarketCalendar, nowMs: number): number | undefined {
  const current = calendar.sessionNumberAt(nowMs)
  const dayOf = (number: number) => {
    const session = calendar.sessionOf(number, ANY_STOCK)
    return session.ok ? indiaDayNumber(session.value.openMs) : undefined
  }
  for (let number = current; number > current - SESSIONS_BACK; number--) {
    const session = calendar.sessionOf(number, ANY_STOCK)
    if (!session.ok) continue
    const sinceCloseMs = nowMs - session.value.closeMs
    if (sinceCloseMs > LATEST_MS) return undefined
    const day = indiaDayNumber(session.value.openMs)
    if (sinceCloseMs >= AFTER_CLOSE_MS && dayOf(number + 1) !== day) return day
  }
  return undefined
}
