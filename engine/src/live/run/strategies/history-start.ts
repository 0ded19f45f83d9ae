import type { MarketCalendar, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import { previousSession } from '@trading-bot/core/calendar/next-session'
import { INTERVAL_MS, type Interval } from '@trading-bot/core/intervals/interval'
import { DAY_MS } from '@trading-bot/core/time'

/** The broker gives 30 days of minutes a request, so longer bars warm up on what three requests hold. */
const MOST_DAYS = 90

type Wanted = { readonly interval: Interval; readonly bars: number; readonly untilMs: number }

/** Start of so many bars before an instant, counted through the nights between sessions. */
export function historyStartMs(
  calendar: MarketCalendar,
  traits: SessionTraits,
  { interval, bars, untilMs }: Wanted,
): number {
  const earliestMs = untilMs - MOST_DAYS * DAY_MS
  const barMs = INTERVAL_MS[interval]
  const running = calendar.sessionNumberAt(untilMs)
  let session = calendar.sessionOf(running, traits)
  if (!session.ok) session = previousSession(calendar, running, traits)
  let left = bars
  let startMs = untilMs
  while (session.ok && left > 0 && startMs > earliestMs) {
    const { number, openMs, closeMs } = session.value
    const held = Math.max(0, Math.ceil((Math.min(closeMs, untilMs) - openMs) / barMs))
    if (held > 0) startMs = openMs + Math.max(0, held - left) * barMs
    left -= held
    session = previousSession(calendar, number, traits)
  }
  return Math.max(startMs, earliestMs)
}
