import { sql } from 'kysely'
import { nameAt } from '../../platform/db/former-names.ts'
import { batchReads } from '../../platform/db/batch-reads.ts'
import { askedIds, runPrepared } from '../../platform/db/prepared.ts'
import { groupBy } from '../../platform/group-by.ts'
import { isTrade } from '../orders/index.ts'
import type { TradeRow } from './trade-view.ts'

type NoTrade = { readonly id: null }
type Row = (TradeRow | NoTrade) & { readonly bot_id: string; readonly owner_id: string }

const COLUMNS: readonly Exclude<keyof TradeRow, 'bot_name'>[] = [
  'id',
  'user_bot_id',
  'user_id',
  'symbol',
  'side',
  'quantity',
  'filled_quantity',
  'filled_value_paise',
  'price_paise',
  'pnl_paise',
  'charges_paise',
  'state',
  'code',
  'detail',
  'purpose',
  'reason',
  'mode',
  'executed_at',
  'decided_at',
]
const FROM_ORDERS = sql.raw(COLUMNS.map((name) => `o.${name}`).join(', '))
const FROM_NEWEST = sql.raw(COLUMNS.map((name) => `newest.${name}`).join(', '))

/** A bot's newest trades since an instant; one row without a trade for a bot that has none, none for no bot. */
export const listNewestTrades = batchReads<string, Row[], { readonly since: Date; readonly limit: number }>(
  async (db, botIds, { since, limit }) => {
    // The planner does not see instant and limit, so that it plans once (see figures-store.ts).
    const statement = sql<Row>`
      select b.id as bot_id, b.user_id as owner_id, ${nameAt('b', 'newest.decided_at')} as bot_name, ${FROM_NEWEST}
      from (select ${since}::timestamptz as since, ${limit}::int as most offset 0) at
      cross join ${askedIds(botIds)}
      join user_bots b on b.id = asked.id and b.archived_at is null
      left join lateral (
        select ${FROM_ORDERS} from orders o
        where o.user_bot_id = b.id and o.decided_at >= at.since and ${isTrade('o')}
        order by o.decided_at desc, o.id desc limit at.most
      ) newest on true
      order by newest.decided_at desc, newest.id desc`
    return groupBy(await runPrepared(db, statement), ({ bot_id }) => bot_id)
  },
)
