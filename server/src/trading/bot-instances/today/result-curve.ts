import type { Today } from '@trading-bot/contract/rest/trading/dashboards'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'

// More points than a screen has pixels to show them add nothing.
const MOST_POINTS = 300

type Input = {
  readonly ids: readonly string[]
  readonly since: Date
  readonly now: Date
  /** The net result now, with open positions; null if a price is not known. */
  readonly netPaise: number | null
}

/** Zero at the start of the session, the booked result after each exit, and the net result now. */
export async function resultCurve(db: Queryable, { ids, since, now, netPaise }: Input): Promise<Today['curve']> {
  const { rows } = await sql<{ at: Date; net: string }>`
    select ended_at as at, sum(sum(pnl_paise)) over (order by ended_at) as net from orders
    where user_bot_id = any (${ids}) and pnl_paise is not null and ended_at >= ${since}
    group by ended_at order by ended_at`.execute(db)
  const hasResult = rows.length > 0 || (netPaise !== null && netPaise !== 0)
  if (!hasResult) return []
  const every = Math.ceil(rows.length / MOST_POINTS)
  const booked = rows.filter((_, index) => index % every === 0 || index === rows.length - 1)
  const points = booked.map(({ at, net }) => ({ at: at.toISOString(), net: Number(net) / 100 }))
  const start = { at: since.toISOString(), net: 0 }
  const end = netPaise === null ? [] : [{ at: now.toISOString(), net: netPaise / 100 }]
  return [start, ...points, ...end]
}
