import { sql } from 'kysely'
import type { Queryable } from '../db/client.ts'
import type { Throttle } from './throttle.ts'

/** A few free attempts, then a delay that doubles with each further one. */
export type Backoff = {
  readonly key: string
  readonly free: number
  readonly firstMs: number
  readonly mostMs: number
  /** After so long without an attempt the count starts again. */
  readonly forgetMs: number
}

/**
 * Counts one attempt before it is judged, so that parallel ones count too. While a delay runs, or one of the `guards` is
 * exceeded, nothing is counted and the milliseconds to wait are returned. Rows survive a restart.
 */
export async function countAttempt(
  db: Queryable,
  backoff: Backoff,
  now: Date,
  guards: readonly Throttle[] = [],
): Promise<number | undefined> {
  const { key, free, firstMs, mostMs, forgetMs } = backoff
  const hits = sql`case when throttles.window_ends_at <= ${now} then 1 else throttles.hits + 1 end`
  const delayMs = sql`least(${mostMs}::float8, ${firstMs}::float8 * power(2, least(${hits} - ${free}::int, 30)))`
  const forgetAt = new Date(now.getTime() + forgetMs)
  const { rows } = await sql<{ until: Date | null }>`
    with blocks as (
      select throttles.window_ends_at as until
      from throttles
      join unnest(${guards.map((guard) => guard.key)}::text[], ${guards.map(({ limit }) => limit)}::int[]) as guard (key, most)
        using (key)
      where throttles.hits >= guard.most and throttles.window_ends_at > ${now}::timestamptz
      union all
      select blocked_until from throttles where key = ${key} and blocked_until > ${now}::timestamptz
    ), counted as (
      insert into throttles (key, hits, window_ends_at)
      select ${key}, 1, ${forgetAt}::timestamptz where not exists (select from blocks)
      on conflict (key) do update set
        hits = ${hits},
        window_ends_at = excluded.window_ends_at,
        blocked_until = case when ${hits} >= ${free}::int
          then ${now}::timestamptz + ${delayMs} * interval '1 millisecond' end
      where throttles.blocked_until is null or throttles.blocked_until <= ${now}
      returning null::timestamptz as until
    )
    select until from blocks union all select until from counted`.execute(db)
  const untils = rows.flatMap(({ until }) => (until ? [until.getTime()] : []))
  if (untils.length > 0) return Math.max(...untils) - now.getTime()
  // Neither blocked before nor counted: a parallel attempt began the delay.
  return rows.length === 0 ? remainingDelay(db, backoff, now) : undefined
}

async function remainingDelay(db: Queryable, { key, firstMs }: Backoff, now: Date): Promise<number> {
  const row = await db.selectFrom('throttles').select('blocked_until').where('key', '=', key).executeTakeFirst()
  return row?.blocked_until ? row.blocked_until.getTime() - now.getTime() : firstMs
}
