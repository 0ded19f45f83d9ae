import { type ActionKind, ACTION_KINDS, type CorporateAction } from '@trading-bot/core/history/adjust-bars'
import { type DayStatus, type Finding, type FindingKind, FINDINGS } from '@trading-bot/core/history/inspect-day'
import { isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Queryable, Tx } from '../../../platform/db/client.ts'

/** Where stored bars come from; the first that has a day is read. */
export const SOURCES = ['broker', 'file', 'feed'] as const
export type Source = (typeof SOURCES)[number]

export type StoredDay = {
  readonly token: string
  /** India day number. */
  readonly day: number
  readonly source: Source
  readonly barCount: number
  readonly status: DayStatus
  readonly findings: readonly Finding[]
  readonly sha256: string
  readonly closePaise: number
  readonly fetchedAt: Date
  readonly adjustedAsOf: number | null
}

/** `2026-11` for a day of that month. */
export function monthOf(day: number): string {
  return isoDay(day).slice(0, 7)
}

export type DayRange = { readonly fromDay: number; readonly untilDay: number }

const Findings = z.array(
  z.object({
    kind: z.enum(Object.keys(FINDINGS) as [FindingKind, ...FindingKind[]]),
    count: z.int(),
    atMs: z.array(z.number()),
  }),
)

type DayRow = Omit<StoredDay, 'findings'> & { readonly findings: unknown }

/** What is known about the days of a range, both ends included, in order. */
export async function readStoredDays(
  db: Queryable,
  tokens: readonly string[],
  { fromDay, untilDay }: DayRange,
): Promise<StoredDay[]> {
  const { rows } = await sql<DayRow>`
    select token, day - date '1970-01-01' as day, source, bar_count as "barCount", status, findings, sha256,
      close_paise as "closePaise", fetched_at as "fetchedAt", adjusted_as_of - date '1970-01-01' as "adjustedAsOf"
    from bar_days
    where token = any(${tokens}) and day between date '1970-01-01' + ${fromDay}::int and date '1970-01-01' + ${untilDay}::int
    order by token, day, source`.execute(db)
  return rows.map((row) => ({ ...row, findings: Findings.parse(row.findings) }))
}

/** The last close before a day and the first day stored after it, of any source. */
export async function readNeighbours(db: Queryable, token: string, day: number) {
  const { rows } = await sql<{ previous: number | null; next: number | null }>`
    select
      (select close_paise from bar_days where token = ${token} and day < date '1970-01-01' + ${day}::int
        order by day desc, array_position(array['broker', 'file', 'feed'], source) limit 1) as previous,
      (select day - date '1970-01-01' from bar_days where token = ${token} and day > date '1970-01-01' + ${day}::int
        order by day limit 1) as next`.execute(db)
  return rows[0]!
}

export type MonthKey = { readonly token: string; readonly month: string; readonly source: Source }

/** The compressed bars of these months. */
export async function readMonths(db: Queryable, keys: readonly MonthKey[]): Promise<(MonthKey & { bars: Buffer })[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<MonthKey & { bars: Buffer }>`
    select token, to_char(month, 'YYYY-MM') as month, source, bars from bar_months
    where (token, month, source) in (
      select * from unnest(${keys.map(({ token }) => token)}::text[],
        ${keys.map(({ month }) => `${month}-01`)}::date[], ${keys.map(({ source }) => source)}::text[]))
    order by token, month`.execute(db)
  return rows
}

/** One writer at a time for an instrument: its months are read, merged and written back. */
export async function lockInstrument(tx: Tx, token: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bars:' || ${token}, 0))`.execute(tx)
}

export async function saveMonth(tx: Tx, key: MonthKey, bars: Buffer, barCount: number, now: Date): Promise<void> {
  await sql`
    insert into bar_months (token, month, source, bars, bar_count, updated_at)
    values (${key.token}, ${`${key.month}-01`}::date, ${key.source}, ${bars}, ${barCount}, ${now})
    on conflict (token, month, source) do update
      set bars = excluded.bars, bar_count = excluded.bar_count, updated_at = excluded.updated_at`.execute(tx)
}

export async function saveDays(tx: Tx, days: readonly StoredDay[]): Promise<void> {
  if (days.length === 0) return
  const rows = days.map(({ findings, day, adjustedAsOf, ...rest }) => ({
    token: rest.token,
    day: isoDay(day),
    source: rest.source,
    bar_count: rest.barCount,
    status: rest.status,
    findings,
    sha256: rest.sha256,
    close_paise: rest.closePaise,
    fetched_at: rest.fetchedAt,
    adjusted_as_of: adjustedAsOf === null ? null : isoDay(adjustedAsOf),
  }))
  await sql`
    insert into bar_days select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      token text, day date, source text, bar_count integer, status text, findings jsonb, sha256 text,
      close_paise integer, fetched_at timestamptz, adjusted_as_of date)
    on conflict (token, day, source) do update set bar_count = excluded.bar_count, status = excluded.status,
      findings = excluded.findings, sha256 = excluded.sha256, close_paise = excluded.close_paise,
      fetched_at = excluded.fetched_at, adjusted_as_of = excluded.adjusted_as_of`.execute(tx)
}

type TokenAction = CorporateAction & { readonly token: string }

/** The corporate actions of these instruments, by ex-day. */
export async function readActions(db: Queryable, tokens: readonly string[]): Promise<TokenAction[]> {
  const { rows } = await sql<{ token: string; exDay: number; kind: string; factor: number }>`
    select token, ex_day - date '1970-01-01' as "exDay", kind, factor from corporate_actions
    where token = any(${tokens}) order by token, ex_day, kind`.execute(db)
  return rows.map((row) => ({ ...row, kind: ActionKindOf.parse(row.kind) satisfies ActionKind }))
}

const ActionKindOf = z.enum(ACTION_KINDS)
