import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import { isCurrentSql } from '../is-current.ts'

/** Users' bots in error, and which strategies they run: one failed program puts all of its bots in error. */
export async function countFailedBots(db: Queryable, now: Date): Promise<{ count: number; strategies: string[] }> {
  const { rows } = await sql<{ name: string; count: number }>`
    select strategy.name, count(*)::int as count
    from user_bots b join bots strategy on strategy.id = b.strategy_id join subscriptions s on s.id = b.subscription_id
    where b.status = 'error' and b.archived_at is null and ${isCurrentSql(now)}
    group by strategy.name order by count(*) desc, strategy.name`.execute(db)
  return { count: rows.reduce((sum, { count }) => sum + count, 0), strategies: rows.map(({ name }) => name) }
}
