import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** Positions that are open, or have a pending order or one of unknown outcome. */
export async function countExposure(db: Queryable, userId: string, mode?: 'live'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_bots b join positions p on p.user_bot_id = b.id and p.closed_at is null
    where b.user_id = ${userId} and (${mode ?? null}::text is null or b.mode = ${mode ?? null})`.execute(db)
  return rows[0]?.count ?? 0
}
