import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import { type RawBuilder, sql } from 'kysely'
import { nameAt } from '../../../platform/db/former-names.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import { isTrade } from '../../orders/index.ts'
import { type TradeRow, tradeView } from '../../bot-instances/index.ts'

export type FeedRow = TradeRow & { readonly email: string; readonly created_at: Date }

// Without the JSON columns: two hundred of each would cost more than the rest of the answer.
export const FEED_COLUMNS = sql`
  o.id, o.user_bot_id, o.user_id, o.symbol, o.side, o.quantity, o.filled_quantity, o.filled_value_paise, o.price_paise,
  o.pnl_paise, o.charges_paise, o.state, o.code, o.detail, o.purpose, o.reason, o.mode, o.executed_at, o.decided_at,
  o.created_at`

/** One user's newest trades, by the time of the decision, as in their index. */
export function listTradesOf(db: Queryable, userId: string, limit: number): Promise<FeedTrade[]> {
  return readFeed(
    db,
    sql`select ${FEED_COLUMNS} from orders o where o.user_id = ${userId} and ${isTrade('o')} order by o.decided_at desc, o.id desc limit ${limit}`,
    sql`o.decided_at desc, o.id desc`,
    false,
  )
}

/** Everybody's newest trades; ids increase with time. */
export function listTradesOfAll(db: Queryable, limit: number): Promise<FeedTrade[]> {
  return readFeed(
    db,
    sql`select ${FEED_COLUMNS} from orders o where ${isTrade('o')} order by o.id desc limit ${limit}`,
    sql`o.id desc`,
    true,
  )
}

/** One bot's newest trades. */
export function listTradesOfBot(db: Queryable, botId: string, limit: number): Promise<FeedTrade[]> {
  return readFeed(
    db,
    sql`select ${FEED_COLUMNS} from orders o where o.user_bot_id = ${botId} and ${isTrade('o')} order by o.decided_at desc, o.id desc limit ${limit}`,
    sql`o.decided_at desc, o.id desc`,
    false,
  )
}

async function readFeed(
  db: Queryable,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  withOwner: boolean,
): Promise<FeedTrade[]> {
  const { rows } = await sql<FeedRow>`
    with page as materialized (${page})
    select o.*, ${nameAt('b', 'o.decided_at')} as bot_name, u.email from page o
    join user_bots b on b.id = o.user_bot_id join users u on u.id = o.user_id
    order by ${order}`.execute(db)
  return rows.map((row) => feedView(row, withOwner))
}

export function feedView(row: FeedRow, withOwner: boolean): FeedTrade {
  return {
    ...tradeView(row),
    created_at: row.created_at.toISOString(),
    bot: { name: row.bot_name },
    user: withOwner ? { email: row.email } : null,
  }
}
