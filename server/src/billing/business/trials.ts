// How many free trials turn into plans, and whose they are.
import type { listTrials as spec, TrialList, TrialMonth } from '@trading-bot/contract/rest/billing/business'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { percent } from './percent.ts'

/** A trial belongs to the month in which it ends; one that was paid for early has ended by that. */
const hasEnded = (now: Date) => sql<boolean>`(t.ends_at <= ${now} or t.converted_at is not null)`
const isConverted = sql<boolean>`(t.converted_at <= t.ends_at + interval '7 days')`
const monthOf = (instant: RawBuilder<unknown>) =>
  sql<string>`to_char(${instant} at time zone 'Asia/Kolkata', 'YYYY-MM')`

export async function readTrialMonths(db: Queryable, now: Date): Promise<TrialMonth[]> {
  const { rows } = await sql<{ month: string; begun: string; ended: string; converted: string }>`
    select month, sum(begun) as begun, sum(ended) as ended, sum(converted) as converted from (
      select ${monthOf(sql`t.started_at`)} as month, count(*) as begun, 0 as ended, 0 as converted
      from trials t group by 1
      union all
      select ${monthOf(sql`t.ends_at`)}, 0, count(*), count(*) filter (where ${isConverted})
      from trials t where ${hasEnded(now)} group by 1
    ) as counted group by month order by month desc limit 12`.execute(db)
  return rows.map(({ month, begun, ended, converted }) => ({
    month,
    begun: Number(begun),
    ended: Number(ended),
    converted: Number(converted),
    converted_percent: percent(Number(converted), Number(ended)),
  }))
}

export const listTrials: UseCase<typeof spec> = async ({ db, clock }, { month, list, page, page_size: size }) => {
  const found = sql`from trials t where ${conditionOf(list, month, clock.now())}`
  const { rows: counts } = await sql<{ count: string }>`select count(*) as count ${found}`.execute(db)
  const { rows } = await sql<Row>`
    select t.*, users.email, users.username from (select t.* ${found}) as t join users on users.id = t.user_id
    order by t.ends_at desc, t.user_id limit ${size} offset ${(page - 1) * size}`.execute(db)
  return {
    list: rows.map(({ user_id, email, username, plan_name, started_at, ends_at, converted_at }) => ({
      user: { id: user_id, email, username },
      plan_name,
      started_at: started_at.toISOString(),
      ends_at: ends_at.toISOString(),
      converted_at: converted_at?.toISOString() ?? null,
    })),
    totals: { count: Number(counts[0]?.count ?? 0) },
  }
}

type Row = {
  user_id: string
  email: string
  username: string
  plan_name: string
  started_at: Date
  ends_at: Date
  converted_at: Date | null
}

function conditionOf(list: TrialList, month: string, now: Date): RawBuilder<unknown> {
  if (list === 'begun') return sql`${monthOf(sql`t.started_at`)} = ${month}`
  const ended = sql`${monthOf(sql`t.ends_at`)} = ${month} and ${hasEnded(now)}`
  return list === 'ended' ? ended : sql`${ended} and ${isConverted}`
}
