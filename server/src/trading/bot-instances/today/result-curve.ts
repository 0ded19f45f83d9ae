import type { Today } from '@trading-bot/contract/rest/trading/dashboards'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { earliestDecision } from '../limits/figures-store.ts'

// More points than a screen has pixels to show them add nothing.
const MOST_POINTS = 300

type Input = {
  readonly ids: readonly string[]
  readonly since: Date
  readonly now: Date
  /** The net result now, with open positions; null if a price is not known. */
  readonly netPaise: number | null
}

type OrderRow = {
  readonly at: Date
  readonly position_id: string
  readonly charges: string
  readonly is_entry: boolean
  readonly pnl: string | null
  readonly is_last: boolean
}

/** Zero at the start of the session, the result after each order, and the net result now. */
export async function resultCurve(db: Queryable, { ids, since, now, netPaise }: Input): Promise<Today['curve']> {
  const statement = sql<OrderRow>`
    select o.ended_at as at, o.position_id, o.charges_paise as charges, o.purpose = 'ENTRY' as is_entry, o.pnl_paise as pnl,
      coalesce(p.closed_at <= o.ended_at, false) as is_last
    from orders o join positions p on p.id = o.position_id
    where o.user_bot_id = any (${ids}::uuid[]) and o.filled_quantity > 0 and o.ended_at >= ${since}
      and o.decided_at >= ${earliestDecision(since.getTime())}
    order by o.ended_at, o.id`
  const rows = await runPrepared(db, statement)
  if (rows.length === 0 && !netPaise) return []
  const start = { at: since.toISOString(), net: 0 }
  const end = netPaise === null ? [] : [{ at: now.toISOString(), net: netPaise / 100 }]
  return [start, ...thin(resultsAfter(rows)), ...end]
}

/**
 * An exit's result is net of its whole round trip. Until then an entry counts its charges twice, because leaving will cost
 * about the same: the net result now counts that too, and the curve would fall at its end otherwise.
 */
function resultsAfter(rows: readonly OrderRow[]): Today['curve'] {
  const paid = new Map<string, number>()
  let resultPaise = 0
  return rows.map(({ at, position_id, charges, is_entry, pnl, is_last }) => {
    const before = paid.get(position_id) ?? 0
    const after = is_last ? 0 : before + Number(charges) * (is_entry ? 2 : 1)
    paid.set(position_id, after)
    resultPaise += Number(pnl ?? 0) + before - after
    return { at: at.toISOString(), net: resultPaise / 100 }
  })
}

function thin(points: Today['curve']): Today['curve'] {
  const every = Math.ceil(points.length / MOST_POINTS)
  return points.filter((_, index) => index % every === 0 || index === points.length - 1)
}
