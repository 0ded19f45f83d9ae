import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** What counts against the daily order limit: entries that were not denied, by the India day. */
export async function countEntriesToday(db: Queryable, userId: string, now: Date): Promise<number> {
  const today = new Date(indiaDayStartMs(indiaDayNumber(now.getTime())))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders
    where user_id = ${userId} and decided_at >= ${today} and purpose = 'ENTRY' and state <> 'DENIED'`.execute(db)
  return rows[0]?.count ?? 0
}
