import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

export type OpenOrders = {
  readonly mode: 'paper' | 'live'
  readonly state: string
  readonly count: number
  /** When the oldest of them was sent, or recorded if it was not sent. */
  readonly oldest: Date
}

/** Orders that have not ended, by mode and state; all of them are in the index of open orders. */
export async function readOpenOrders(db: Queryable): Promise<readonly OpenOrders[]> {
  const { rows } = await sql<OpenOrders>`
    select mode, state, count(*)::int as count, min(coalesce(sent_at, created_at)) as oldest
    from orders where ended_at is null group by mode, state`.execute(db)
  return rows
}
