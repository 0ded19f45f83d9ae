import type {
  HistoryFetch,
  readHistoryFetch as readSpec,
  startHistoryFetch as startSpec,
  stopHistoryFetch as stopSpec,
} from '@trading-bot/contract/rest/trading/market-data'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { sessionsOfDay } from '@trading-bot/core/history/sessions-of-day'
import { dayNumberOf, indiaDayNumber } from '@trading-bot/core/time'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { findInstruments } from '../find-instruments.ts'
import { openDays } from '../history-calendar.ts'
import { type DayRange, readStoredDays } from '../store/bar-store.ts'
import type { StoredInstrument } from '../store/store-days.ts'
import {
  endFetch,
  type FetchProgress,
  insertCalls,
  insertFetch,
  type PlannedCall,
  readProgress,
} from './fetch-store.ts'
import { newestFirst, planCalls } from './plan-fetch.ts'

const CALLS_A_MINUTE = 160
// Five hundred symbols over two years.
const MOST_SYMBOL_DAYS = 250_000
// The broker still corrects the last minutes for a while after the close.
const SETTLED_AFTER_MS = 10 * 60_000

export const startHistoryFetch: UseCase<typeof startSpec> = async (context, { symbols, from, until }) => {
  const { db, clock, actor } = context
  if (!canFetch(context)) return refuse('HISTORY_NO_SOURCE')
  const instruments = await findInstruments(db, symbols)
  const unknown = symbols?.find((name) => !instruments.some(({ symbol }) => symbol === name))
  if (unknown !== undefined) return refuse('UNKNOWN_SYMBOL', { values: { symbol: unknown } })
  const now = clock.now()
  const untilDay = Math.min(dayNumberOf(until), lastWholeDay(context.calendar, now))
  const range = { fromDay: dayNumberOf(from), untilDay }
  if (range.fromDay > untilDay) return refuseFields({ from: ['Choose days that are over'] })
  if (instruments.length * (untilDay - range.fromDay + 1) > MOST_SYMBOL_DAYS) {
    return refuse('HISTORY_TOO_LONG', { values: { most: MOST_SYMBOL_DAYS.toLocaleString('en-IN') } })
  }
  const calls = await planMissing(db, context.calendar, instruments, range)
  if (calls.length === 0) return refuse('HISTORY_NOTHING_MISSING')
  const id = newId(now)
  const refusal = await db.transaction().execute(async (tx) => {
    const count = new Set(calls.map(({ token }) => token)).size
    const row = { id, ...range, symbols: count, requestedBy: actor.userId }
    if (!(await insertFetch(tx, row, now))) return refuse('HISTORY_FETCH_BUSY')
    await insertCalls(tx, id, newestFirst(calls))
    await addJob(tx, 'fetch_history', { fetchId: id }, `fetch-${id}`, { queue: 'fetch_history' })
    const after = { from, until, symbols: count, calls: calls.length }
    await recordAudit(tx, context, { action: 'history.fetch_started', subject: { kind: 'history', id }, after })
    return undefined
  })
  return refusal ?? fetchView((await readProgress(db))!)
}

/** The days of a range that the broker has not answered yet. */
export async function planMissing(
  db: Queryable,
  calendar: MarketCalendar,
  instruments: readonly StoredInstrument[],
  range: DayRange,
): Promise<PlannedCall[]> {
  const tokens = instruments.map(({ token }) => token)
  const stored = new Set(
    (await readStoredDays(db, tokens, range))
      .filter(({ source }) => source === 'broker')
      .map(({ token, day }) => `${token} ${day}`),
  )
  const calls: PlannedCall[] = []
  const open = await openDays(db, calendar, range)
  for (const { token } of instruments) {
    const missing = open.filter((day) => !stored.has(`${token} ${day}`))
    calls.push(...planCalls(token, missing))
  }
  return calls
}

export const stopHistoryFetch: UseCase<typeof stopSpec> = async (context) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const current = await readProgress(tx)
    const ending = { state: 'stopped', sentence: 'Stopped. What was stored stays.' } as const
    if (!current || !(await endFetch(tx, current.id, ending, clock.now()))) return refuse('NO_HISTORY_FETCH')
    const subject = { kind: 'history', id: current.id }
    await recordAudit(tx, context, { action: 'history.fetch_stopped', subject })
    return fetchView((await readProgress(tx))!)
  })
}

export const readHistoryFetch: UseCase<typeof readSpec> = async (context) => {
  const progress = await readProgress(context.db)
  return { fetch: progress ? fetchView(progress) : null, can_fetch: canFetch(context) }
}

/** A process that only answers requests has no broker, but the one that trades has. */
function canFetch({ config, pastBars }: Deps): boolean {
  return pastBars !== undefined || config.demo || config.marketAccount !== undefined
}

/** The last India day whose sessions are all over: a day under way is never stored. */
export function lastWholeDay(calendar: MarketCalendar, now: Date): number {
  const today = indiaDayNumber(now.getTime())
  const last = sessionsOfDay(calendar, today, { hasDerivatives: false }).at(-1)
  return last && last.closeMs + SETTLED_AFTER_MS <= now.getTime() ? today : today - 1
}

function fetchView(progress: FetchProgress): HistoryFetch {
  const { calls, callsDone, recentCalls, recentMs, state } = progress
  const perSecond = recentCalls > 1 && recentMs > 0 ? ((recentCalls - 1) * 1_000) / recentMs : CALLS_A_MINUTE / 60
  return {
    id: progress.id,
    state,
    from: progress.from,
    until: progress.until,
    symbols: progress.symbols,
    symbols_done: progress.symbolsDone,
    days: progress.days,
    days_done: progress.daysDone,
    days_stored: progress.daysStored,
    calls,
    calls_done: callsDone,
    seconds_left: state === 'running' ? Math.ceil((calls - callsDone) / perSecond) : null,
    sentence: progress.sentence,
    problems: [...progress.problems],
    created_at: progress.createdAt.toISOString(),
    finished_at: progress.finishedAt?.toISOString() ?? null,
  }
}
