import { sql } from 'kysely'
import type { Queryable } from '../../db/client.ts'

/** Positions that are open and orders that are under way or not proven. */
export async function countExposure(db: Queryable, userId: string, mode?: 'live'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from positions p join user_bots b on b.id = p.user_bot_id
       where b.user_id = ${userId} and p.closed_at is null and (${mode ?? null}::text is null or b.mode = ${mode ?? null}))
      + (select count(*) from orders o
       where o.user_id = ${userId} and o.ended_at is null and (${mode ?? null}::text is null or o.mode = ${mode ?? null}))
    )::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
