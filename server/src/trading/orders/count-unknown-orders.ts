import type { Queryable } from '../../platform/db/client.ts'
import { readOpenOrders } from './read-open-orders.ts'

/** Orders whose outcome nobody knows yet. */
export async function countUnknownOrders(db: Queryable): Promise<{ live: number; paper: number }> {
  const unknown = (await readOpenOrders(db)).filter(({ state }) => state === 'UNKNOWN')
  const countOf = (mode: 'live' | 'paper') => unknown.find((open) => open.mode === mode)?.count ?? 0
  return { live: countOf('live'), paper: countOf('paper') }
}
