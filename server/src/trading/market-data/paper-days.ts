import { refuse, type Refusal } from '@trading-bot/contract/rest/refusals'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { nextSession } from '@trading-bot/core/calendar/next-session'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { REPLAY_DAYS, replayedSession } from '@trading-bot/core/calendar/replayed-session'
import { indiaDayNumber } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { dayInWords, paperMarket } from '../../platform/prices/price-rules.ts'

const ANY_SHARE = { hasDerivatives: false }

type Setting = { readonly db: Queryable } & Pick<Deps, 'calendar' | 'clock' | 'config'>

/** Why a bot of these instruments cannot trade on paper, now or in the next session; null where it can. */
export type PaperRefusalOf = (tokens: readonly string[]) => Refusal | null

/** Only a replay may have no prices: those of the day that it replays have to be stored, of one instrument at least. */
export async function findPaperRefusals(
  { db, calendar, clock, config }: Setting,
  tokens: readonly string[],
): Promise<PaperRefusalOf> {
  if (paperMarket(config) !== 'delayed') return () => null
  const now = clock.now()
  const day = dayToReplay(calendar, now)
  const { rows } = await sql<{ token: string; has_day: boolean; next: number | null }>`
    select token, bool_or(day = date '1970-01-01' + ${day}::int) as has_day,
      min(day) filter (where day > date '1970-01-01' + ${day}::int) - date '1970-01-01' as next
    from bar_days
    where token = any(${tokens}::text[]) and day >= date '1970-01-01' + ${day}::int and status <> 'suspect'
    group by token`.execute(db)
  const stored = new Map(rows.map((row) => [row.token, row]))
  return (wanted) => {
    const found = wanted.flatMap((token) => stored.get(token) ?? [])
    if (found.some(({ has_day }) => has_day)) return null
    // Without any day the first one that can be replayed is recorded today.
    const firstDay = Math.min(indiaDayNumber(now.getTime()), ...found.flatMap(({ next }) => next ?? []))
    const values = { day: day === null ? 'that time' : dayInWords(day), from: dayInWords(firstDay + REPLAY_DAYS) }
    return refuse('PAPER_PRICES_MISSING', { values })
  }
}

/** Of the session under way or the next one; null beyond the known calendar. */
function dayToReplay(calendar: MarketCalendar, now: Date): number | null {
  const nowMs = now.getTime()
  const open = openSessionAt(calendar, nowMs, ANY_SHARE)
  const isAhead = !open.ok && open.refusal.code === 'BEFORE_OPEN'
  const number = calendar.sessionNumberAt(nowMs)
  const session = isAhead
    ? calendar.sessionOf(number, ANY_SHARE)
    : open.ok
      ? open
      : nextSession(calendar, number, ANY_SHARE)
  return session.ok ? (replayedSession(calendar, session.value)?.number ?? null) : null
}
