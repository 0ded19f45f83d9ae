import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/**
 * A bot's open positions, pending orders, and lost orders that may still turn up. While there are any, its mode cannot
 * change: a position bought with real money is not sold on paper.
 */
export async function countHeld(db: Queryable, botId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from positions p where p.user_bot_id = ${botId} and p.closed_at is null) +
      (select count(*) from orders o where o.user_bot_id = ${botId} and o.code = 'NOT_PLACED'
        and o.decided_at > ${now}::timestamptz - interval '1 day')
    )::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
