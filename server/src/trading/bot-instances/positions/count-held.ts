import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'

/**
 * A bot's open positions, pending orders, and lost orders that may still turn up. While there are any, its mode cannot
 * change: a position bought with real money is not sold on paper.
 */
export async function countHeld(db: Queryable, botId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exposures(${now}) where user_bot_id = ${botId}`.execute(db)
  return rows[0]?.count ?? 0
}
