import type { readMarketSession as spec } from '@trading-bot/contract/rest/trading/calendar'
import type { MarketCalendar, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import { nextSession } from '@trading-bot/core/calendar/next-session'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import type { UseCase } from '../../platform/http/bind-route.ts'

// The market counts as open while any stock trades: until the later close.
const ANY_STOCK: SessionTraits = { hasDerivatives: false }

export const readMarketSession: UseCase<typeof spec> = async ({ calendar, clock, config }) => ({
  ...marketSessionAt(calendar, clock.now().getTime()),
  is_simulated: config.demo,
})

/** Whether the market trades at an instant, and until when that holds: the one answer for every screen. */
export function marketSessionAt(calendar: MarketCalendar, atMs: number) {
  const session = openSessionAt(calendar, atMs, ANY_STOCK)
  if (session.ok) {
    const closesAt = new Date(session.value.closeMs).toISOString()
    return { is_open: true, note: session.value.note ?? '', closes_at: closesAt, opens_at: null }
  }
  return { is_open: false, note: session.refusal.sentence, closes_at: null, opens_at: nextOpen(calendar, atMs) }
}

function nextOpen(calendar: MarketCalendar, atMs: number): string | null {
  const number = calendar.sessionNumberAt(atMs)
  const today = calendar.sessionOf(number, ANY_STOCK)
  if (today.ok && atMs < today.value.openMs) return new Date(today.value.openMs).toISOString()
  const next = nextSession(calendar, number, ANY_STOCK)
  return next.ok ? new Date(next.value.openMs).toISOString() : null
}
