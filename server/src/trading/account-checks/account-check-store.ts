import {
  type AccountCheck,
  type CheckedAccount,
  type CheckLine,
  CheckLine as Line,
  type ComparedLine,
  ComparedLine as Compared,
  type DayComparison,
} from '@trading-bot/contract/rest/trading/account-checks'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Queryable } from '../../platform/db/client.ts'

type NewCheck = {
  readonly userId: string
  readonly day: string
  readonly lines: readonly CheckLine[]
  readonly problems: readonly string[]
}

/** Returns the problems that the day's report had before, which have been sent. */
export async function saveCheck(db: Queryable, check: NewCheck, now: Date): Promise<readonly string[]> {
  const { userId, day, lines, problems } = check
  const { rows } = await sql<{ before: string | null }>`
    with old as (select sent_problems from account_checks where user_id = ${userId} and day = ${day}::date)
    insert into account_checks (user_id, day, checked_at, lines, problems, sent_problems)
    values (${userId}, ${day}::date, ${now}, ${JSON.stringify(lines)}, ${problems.length}, ${problems.join('\n')})
    on conflict (user_id, day) do update set checked_at = excluded.checked_at, lines = excluded.lines,
      problems = excluded.problems, sent_problems = excluded.sent_problems
    returning (select sent_problems from old) as before`.execute(db)
  return rows[0]?.before?.split('\n') ?? []
}

type NewComparison = {
  readonly userId: string
  readonly day: string
  readonly result: DayComparison['result']
  readonly reason: string | null
  readonly lines: readonly ComparedLine[]
  readonly outsideTrades: number
}

/** True if the day turned out to differ just now. */
export async function saveComparison(db: Queryable, comparison: NewComparison, now: Date): Promise<boolean> {
  const { userId, day, result, reason, lines, outsideTrades } = comparison
  const { rows } = await sql<{ before: string | null }>`
    with old as (select result from day_comparisons where user_id = ${userId} and day = ${day}::date)
    insert into day_comparisons (user_id, day, compared_at, result, reason, lines, outside_trades)
    values (${userId}, ${day}::date, ${now}, ${result}, ${reason}, ${JSON.stringify(lines)}, ${outsideTrades})
    on conflict (user_id, day) do update set compared_at = excluded.compared_at, result = excluded.result,
      reason = excluded.reason, lines = excluded.lines, outside_trades = excluded.outside_trades
    returning (select result from old) as before`.execute(db)
  return result === 'different' && rows[0]?.before !== 'different'
}

type Row = {
  user_id: string
  username: string
  email: string
  check_day: string | null
  checked_at: Date | null
  lines: unknown
  compare_day: string | null
  compared_at: Date | null
  result: DayComparison['result'] | null
  reason: string | null
  compared: unknown
  outside_trades: number | null
}

/** Accounts that trade live now, or have a report of that day; those with problems first. */
export async function listCheckedAccounts(db: Queryable, day: string): Promise<CheckedAccount[]> {
  const { rows } = await sql<Row>`
    select u.id as user_id, u.username, u.email, c.day::text as check_day, c.checked_at, c.lines,
      d.day::text as compare_day, d.compared_at, d.result, d.reason, d.lines as compared, d.outside_trades
    from users u
    left join account_checks c on c.user_id = u.id and c.day = ${day}::date
    left join day_comparisons d on d.user_id = u.id and d.day = ${day}::date
    where c.user_id is not null or d.user_id is not null
      or exists (select from user_bots b where b.user_id = u.id and b.mode = 'live' and b.status <> 'stopped')
    order by coalesce(c.problems, 0) desc, (d.result = 'different') desc nulls last, u.username
    limit 1000`.execute(db)
  return rows.map((row) => ({
    user: { id: row.user_id, username: row.username, email: row.email },
    check: checkOf(row),
    comparison: comparisonOf(row),
  }))
}

export async function findLastCheck(db: Queryable, userId: string): Promise<AccountCheck | null> {
  const { rows } = await sql<Pick<Row, 'check_day' | 'checked_at' | 'lines'>>`
    select day::text as check_day, checked_at, lines from account_checks
    where user_id = ${userId} order by day desc limit 1`.execute(db)
  return rows[0] ? checkOf(rows[0]) : null
}

export async function listComparisons(db: Queryable, userId: string, most: number): Promise<DayComparison[]> {
  const { rows } = await sql<ComparisonColumns>`
    select day::text as compare_day, compared_at, result, reason, lines as compared, outside_trades
    from day_comparisons where user_id = ${userId} order by day desc limit ${most}`.execute(db)
  return rows.flatMap((row) => comparisonOf(row) ?? [])
}

function checkOf({
  check_day,
  checked_at,
  lines,
}: Pick<Row, 'check_day' | 'checked_at' | 'lines'>): AccountCheck | null {
  if (check_day === null || checked_at === null) return null
  return { day: check_day, checked_at: checked_at.toISOString(), lines: z.array(Line).parse(lines) }
}

type ComparisonColumns = Pick<Row, 'compare_day' | 'compared_at' | 'result' | 'reason' | 'compared' | 'outside_trades'>

function comparisonOf(row: ComparisonColumns): DayComparison | null {
  if (row.compare_day === null || row.compared_at === null || row.result === null) return null
  return {
    day: row.compare_day,
    compared_at: row.compared_at.toISOString(),
    result: row.result,
    reason: row.reason,
    lines: z.array(Compared).parse(row.compared),
    outside_trades: row.outside_trades ?? 0,
  }
}
