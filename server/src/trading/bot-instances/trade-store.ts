import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import { runPrepared } from '../../platform/db/prepared.ts'
import { isTrade } from '../orders/index.ts'
import type { TradeRow } from './trade-view.ts'

type NoTrade = { readonly id: null }

/**
 * A bot's trades since an instant, newest first; one row without a trade for a bot that has none, none for no bot. The
 * planner does not see the instant (see figures-store.ts).
 */
export async function listTradesSince(db: Queryable, botId: string, since: Date, limit: number) {
  const statement = sql<(TradeRow | NoTrade) & { readonly owner_id: string }>`
    select b.user_id as owner_id, b.name as bot_name, o.id, o.user_bot_id, o.user_id, o.symbol, o.side, o.quantity,
      o.filled_quantity, o.filled_value_paise, o.price_paise, o.pnl_paise, o.charges_paise, o.state, o.code, o.detail,
      o.purpose, o.reason, o.mode, o.executed_at, o.decided_at
    from (select ${since}::timestamptz as since offset 0) at cross join user_bots b
    left join orders o on o.user_bot_id = b.id and o.decided_at >= at.since and ${isTrade('o')}
    where b.id = ${botId} and b.archived_at is null
    order by o.decided_at desc, o.id desc
    limit ${limit}`
  return runPrepared(db, statement)
}
