import { isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'

export type FetchState = 'queued' | 'running' | 'finished' | 'stopped' | 'failed'

export type PlannedCall = {
  readonly token: string
  readonly fromDay: number
  readonly untilDay: number
  /** Sessions that are missing within it. */
  readonly days: number
}

export type FetchCall = PlannedCall & { readonly fetchId: string; readonly number: number }

type NewFetch = {
  readonly id: string
  readonly fromDay: number
  readonly untilDay: number
  readonly symbols: number
  readonly requestedBy: string
}

/** False when another fetch is under way. */
export async function insertFetch(tx: Tx, fetch: NewFetch, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into history_fetches (id, state, from_day, until_day, symbols, requested_by, created_at)
    values (${fetch.id}, 'queued', ${isoDay(fetch.fromDay)}::date, ${isoDay(fetch.untilDay)}::date, ${fetch.symbols},
      ${fetch.requestedBy}, ${now})
    on conflict ((true)) where state in ('queued', 'running') do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Appends calls behind those that are planned already. */
export async function insertCalls(tx: Tx, fetchId: string, calls: readonly PlannedCall[]): Promise<void> {
  if (calls.length === 0) return
  const rows = calls.map(({ token, fromDay, untilDay, days }, index) => ({
    number: index + 1,
    token,
    from_day: isoDay(fromDay),
    until_day: isoDay(untilDay),
    days,
  }))
  await sql`
    insert into history_fetch_calls (fetch_id, number, token, from_day, until_day, days)
    select ${fetchId}, number + (select coalesce(max(number), 0) from history_fetch_calls where fetch_id = ${fetchId}),
      token, from_day, until_day, days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      number integer, token text, from_day date, until_day date, days integer)`.execute(tx)
}

/** Undefined when it was stopped or is over. */
export async function beginFetch(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update history_fetches set state = 'running', started_at = coalesce(started_at, ${now})
    where id = ${id} and state in ('queued', 'running')`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** The first call after a number that is not done yet; undefined too when the fetch was stopped. */
export async function nextCall(db: Queryable, fetchId: string, afterNumber: number): Promise<FetchCall | undefined> {
  const { rows } = await sql<FetchCall>`
    select c.fetch_id as "fetchId", number, token, c.from_day - date '1970-01-01' as "fromDay",
      c.until_day - date '1970-01-01' as "untilDay", days
    from history_fetch_calls c join history_fetches f on f.id = c.fetch_id
    where c.fetch_id = ${fetchId} and f.state = 'running' and done_at is null and number > ${afterNumber}
    order by number limit 1`.execute(db)
  return rows[0]
}

/** False if somebody else has done it, whose days are stored then. */
export async function endCall(
  tx: Tx,
  { fetchId, number }: FetchCall,
  { daysStored, sentence }: { daysStored: number; sentence: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update history_fetch_calls set done_at = ${now}, days_stored = ${daysStored}, sentence = ${sentence}
    where fetch_id = ${fetchId} and number = ${number} and done_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export async function saySentence(db: Queryable, id: string, sentence: string): Promise<void> {
  await sql`update history_fetches set sentence = ${sentence} where id = ${id} and state in ('queued', 'running')
    and sentence <> ${sentence}`.execute(db)
}

export async function endFetch(
  db: Queryable,
  id: string,
  { state, sentence }: { state: FetchState; sentence: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update history_fetches set state = ${state}, sentence = ${sentence}, finished_at = ${now}
    where id = ${id} and state in ('queued', 'running')`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

export type FetchProgress = {
  readonly id: string
  readonly state: FetchState
  readonly from: string
  readonly until: string
  readonly symbols: number
  readonly symbolsDone: number
  readonly days: number
  readonly daysDone: number
  readonly daysStored: number
  readonly calls: number
  readonly callsDone: number
  /** Within the last minute of work. */
  readonly recentCalls: number
  readonly recentMs: number
  readonly sentence: string
  readonly problems: readonly string[]
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

/** The newest fetch. A day that is asked for again counts once. */
export async function readProgress(db: Queryable): Promise<FetchProgress | undefined> {
  const { rows } = await sql<FetchProgress>`
    with newest as (select * from history_fetches order by created_at desc, id desc limit 1),
    calls as (
      select c.*, coalesce(s.symbol, c.token) as symbol from history_fetch_calls c
      join newest on newest.id = c.fetch_id left join symbols s on s.token = c.token
    ), recent as (select done_at from calls where done_at is not null order by done_at desc limit 100)
    select n.id, n.state, to_char(n.from_day, 'YYYY-MM-DD') as "from", to_char(n.until_day, 'YYYY-MM-DD') as until,
      n.symbols, n.sentence, n.created_at as "createdAt", n.finished_at as "finishedAt",
      n.symbols - (select count(distinct token)::int from calls where done_at is null) as "symbolsDone",
      (select coalesce(sum(days), 0)::int from calls) as days,
      (select coalesce(sum(days) filter (where done_at is not null), 0)::int from calls) as "daysDone",
      (select coalesce(sum(days_stored), 0)::int from calls) as "daysStored",
      (select count(*)::int from calls) as calls,
      (select count(done_at)::int from calls) as "callsDone",
      (select count(*)::int from recent) as "recentCalls",
      (select coalesce(extract(epoch from max(done_at) - min(done_at)) * 1000, 0)::float8 from recent) as "recentMs",
      array(select symbol || ', ' || to_char(from_day, 'DD Mon YYYY')
          || case when until_day > from_day then ' to ' || to_char(until_day, 'DD Mon YYYY') else '' end || ': ' || sentence
        from calls where sentence <> '' order by done_at desc, number desc limit 20) as problems
    from newest n`.execute(db)
  return rows[0]
}
