import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** What a user's bots have open, or may have alive at the broker. */
export async function countExposure(db: Queryable, userId: string, now: Date, mode?: 'live'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_bots b join exposures(${now}) e on e.user_bot_id = b.id
    where b.user_id = ${userId} and (${mode ?? null}::text is null or b.mode = ${mode ?? null})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Open positions and entries under way, as a trader counts them; whether it is safe to go is `countExposure`'s to say. */
export async function countOpenPositions(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_bots b join positions p on p.user_bot_id = b.id and p.closed_at is null
    where b.user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}
