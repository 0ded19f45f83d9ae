import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** Orders whose outcome nobody knows yet. An order that has not ended is in the index of open orders. */
export async function countUnknownOrders(db: Queryable): Promise<{ live: number; paper: number }> {
  const { rows } = await sql<{ live: number; paper: number }>`
    select (count(*) filter (where mode = 'live'))::int as live, (count(*) filter (where mode = 'paper'))::int as paper
    from orders where ended_at is null and state = 'UNKNOWN'`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('an aggregate query returned no row')
  return counts
}
