import { sql } from 'kysely'
import type { Queryable } from '../db/client.ts'

export type Throttle = { readonly key: string; readonly limit: number; readonly windowMs: number }

/**
 * Counts one hit and returns the milliseconds to wait once the limit is exceeded. Rows survive a restart. If one of the
 * `guards` is already exceeded, its wait is returned and nothing is counted.
 */
export async function hitThrottle(
  db: Queryable,
  throttle: Throttle,
  now: Date,
  guards: readonly Throttle[] = [],
): Promise<number | undefined> {
  const windowEnds = new Date(now.getTime() + throttle.windowMs)
  const { rows } = await sql<{ hits: number; window_ends_at: Date; is_guard: boolean }>`
    with full_guards as (
      select throttles.hits, throttles.window_ends_at
      from throttles
      join unnest(${guards.map(({ key }) => key)}::text[], ${guards.map(({ limit }) => limit)}::int[]) as guard (key, most)
        using (key)
      where throttles.hits >= guard.most and throttles.window_ends_at > ${now}::timestamptz
    ), counted as (
      insert into throttles (key, hits, window_ends_at)
      select ${throttle.key}, 1, ${windowEnds}::timestamptz where not exists (select from full_guards)
      on conflict (key) do update set
        hits = case when throttles.window_ends_at <= ${now} then 1 else throttles.hits + 1 end,
        window_ends_at = case when throttles.window_ends_at <= ${now} then excluded.window_ends_at else throttles.window_ends_at end
      returning hits, window_ends_at
    )
    select *, true as is_guard from full_guards union all select *, false from counted`.execute(db)
  const waits = rows.filter(({ hits, is_guard }) => is_guard || hits > throttle.limit)
  if (waits.length === 0) return undefined
  return Math.max(...waits.map((row) => row.window_ends_at.getTime())) - now.getTime()
}

/** A query, so that a use case can run it inside a larger statement. */
export function forgiveThrottle(db: Queryable, key: string) {
  return db.deleteFrom('throttles').where('key', '=', key)
}

/** Clears every throttle whose key begins with this: the same name from many addresses. */
export async function forgiveThrottles(db: Queryable, prefix: string): Promise<void> {
  await db.deleteFrom('throttles').where(sql<boolean>`starts_with(key, ${prefix})`).execute()
}

export async function deleteThrottlesBefore(db: Queryable, now: Date): Promise<bigint> {
  return (await db.deleteFrom('throttles').where('window_ends_at', '<=', now).executeTakeFirst()).numDeletedRows
}
