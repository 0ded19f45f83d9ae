import { sql } from 'kysely'
import type { Queryable } from '../db/client.ts'

export type Throttle = { readonly key: string; readonly limit: number; readonly windowMs: number }

/** Counts one hit; answers the milliseconds to wait once the limit is passed. Rows survive a restart. */
export async function hitThrottle(db: Queryable, throttle: Throttle, now: Date): Promise<number | undefined> {
  const windowEnds = new Date(now.getTime() + throttle.windowMs)
  const row = await db
    .insertInto('throttles')
    .values({ key: throttle.key, hits: 1, window_ends_at: windowEnds })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        hits: sql`case when throttles.window_ends_at <= ${now} then 1 else throttles.hits + 1 end`,
        window_ends_at: sql`case when throttles.window_ends_at <= ${now} then ${windowEnds} else throttles.window_ends_at end`,
      }),
    )
    .returning(['hits', 'window_ends_at'])
    .executeTakeFirstOrThrow()
  return waitOf(throttle, row, now)
}

/** Looks without counting. */
export async function readThrottle(db: Queryable, throttle: Throttle, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('throttles')
    .select(['hits', 'window_ends_at'])
    .where('key', '=', throttle.key)
    .where('window_ends_at', '>', now)
    .executeTakeFirst()
  return row && waitOf({ ...throttle, limit: throttle.limit - 1 }, row, now)
}

export async function forgiveThrottle(db: Queryable, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}

/** Every throttle whose key begins so: the same name from many addresses. */
export async function forgiveThrottles(db: Queryable, prefix: string): Promise<void> {
  await db.deleteFrom('throttles').where(sql<boolean>`starts_with(key, ${prefix})`).execute()
}

export async function forgetOldThrottles(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where('window_ends_at', '<=', now).execute()
}

function waitOf(throttle: Throttle, row: { hits: number; window_ends_at: Date }, now: Date): number | undefined {
  return row.hits > throttle.limit ? row.window_ends_at.getTime() - now.getTime() : undefined
}
