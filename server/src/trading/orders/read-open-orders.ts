import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

export type OpenOrders = {
  readonly mode: 'paper' | 'live'
  readonly state: string
  readonly count: number
  /** When the oldest of them was sent, or recorded if it was not sent. */
  readonly oldest: Date
}

/** Orders that have not ended, by mode and state. */
export async function readOpenOrders(db: Queryable): Promise<readonly OpenOrders[]> {
  return (await OPEN_ORDERS.execute(db)).rows
}

/** An order that has not ended belongs to an open position, so that no index of open orders slows every order down. */
export const OPEN_ORDERS = sql<OpenOrders>`
  select o.mode, o.state, count(*)::int as count, min(coalesce(o.sent_at, o.created_at)) as oldest
  from positions p join orders o on o.position_id = p.id
  where p.closed_at is null and o.ended_at is null group by o.mode, o.state`
