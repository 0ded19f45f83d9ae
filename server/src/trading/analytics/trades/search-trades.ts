import type { FeedTrade, listOwnTrades } from '@trading-bot/contract/rest/trading/analytics'
import type { CallInput } from '@trading-bot/contract/rest/call'
import { MOST_LISTED, type TradeSort } from '@trading-bot/contract/rest/trading/trade-filters'
import { type RawBuilder, sql } from 'kysely'
import { nameAt } from '../../../platform/db/former-names.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import { type Owner, refuseReversedDays, tradeConditions } from './trade-conditions.ts'
import { FEED_COLUMNS, type FeedRow, feedView } from './trade-feed-store.ts'

type Wanted = CallInput<typeof listOwnTrades>
type Row = FeedRow & { readonly total: number }

const KEYS: Readonly<Record<TradeSort, RawBuilder<unknown>>> = {
  time: sql`null`,
  symbol: sql`o.symbol`,
  quantity: sql`o.quantity`,
  price: sql`case when o.filled_quantity > 0 then o.filled_value_paise / o.filled_quantity else o.price_paise end`,
  pnl: sql`o.pnl_paise`,
}

/** One page of the trades that match, sorted within the newest MOST_LISTED of them, and how many those are. */
export async function searchTrades(db: Queryable, owner: Owner, wanted: Wanted) {
  const { limit, page, sort, order } = wanted
  const reversed = refuseReversedDays(wanted)
  if (reversed) return reversed
  const conditions = sql`${tradeConditions(owner, wanted)} ${olderThan(owner, wanted.before)}`
  // Ids rise with time; one user's trades have an index by the time of the decision.
  const newest = owner === 'platform' ? sql`o.id desc` : sql`o.decided_at desc, o.id desc`
  const { rows } = await sql<Row>`
    with matching as materialized (
      select id, key, row_number() over () as age
      from (
        select o.id, ${KEYS[sort]} as key from orders o join user_bots b on b.id = o.user_bot_id
        where ${conditions} order by ${newest} limit ${MOST_LISTED}
      ) newest
    ), page as (
      select id, row_number() over () as place from (
        select id from matching
        order by ${inOrder(sort, order)}
        limit ${limit} offset ${(page - 1) * limit}
      ) sorted
    )
    select counted.total, found.* from (select count(*)::int as total from matching) counted
    left join (
      select page.place, ${FEED_COLUMNS}, ${nameAt('b', 'o.decided_at')} as bot_name, u.email
      from page join orders o on o.id = page.id
      join user_bots b on b.id = o.user_bot_id join users u on u.id = o.user_id
    ) found on true
    order by found.place`.execute(db)
  const list: FeedTrade[] = rows.flatMap((row) => (row.id === null ? [] : [feedView(row, owner === 'platform')]))
  return { list, totals: { total: rows[0]?.total ?? 0 } }
}

/** The newest has age 1; equal values keep the order of time. */
function inOrder(sort: TradeSort, order: 'asc' | 'desc'): RawBuilder<unknown> {
  if (sort === 'time') return order === 'asc' ? sql`age desc` : sql`age`
  return order === 'asc' ? sql`key asc nulls last, age` : sql`key desc nulls last, age`
}

function olderThan(owner: Owner, before: string | undefined): RawBuilder<unknown> {
  if (before === undefined) return sql``
  return owner === 'platform'
    ? sql`and o.id < ${before}::uuid`
    : sql`and (o.decided_at, o.id) < (select decided_at, id from orders where id = ${before} and user_id = ${owner.userId})`
}
