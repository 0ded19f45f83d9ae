import type { TradeDetail, readTrade as spec } from '@trading-bot/contract/rest/trading/analytics'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { type Selectable, sql } from 'kysely'
import { nameAt } from '../../../platform/db/former-names.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Orders } from '../../../platform/db/tables.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { tradeView } from '../../bot-instances/index.ts'
import { chargesView } from '../charges-view.ts'
import { rupees } from '../figures.ts'
import { feedView } from './trade-feed-store.ts'

/** The requested order within its round trip. */
export const readTrade: UseCase<typeof spec> = async ({ db, actor }, { id }) => {
  const found = await findRoundTrip(db, id)
  if (!found || (found.row.user_id !== actor.userId && !actor.isAdmin)) return refuse('NOT_FOUND')
  const { row, position, orders } = found
  return {
    trade: feedView(row, actor.isAdmin),
    bot: {
      id: row.user_bot_id,
      name: row.bot_name,
      strategy: row.strategy_name,
      version: row.version,
      is_put_away: row.archived_at !== null,
    },
    position: {
      side: position.direction === 1 ? 'LONG' : 'SHORT',
      average_price: averageEntry(orders),
      stop_price: position.stop_paise === null ? null : rupees(position.stop_paise),
      target_price: position.target_paise === null ? null : rupees(position.target_paise),
      opened_at: position.opened_at?.toISOString() ?? null,
      closed_at: position.closed_at?.toISOString() ?? null,
      charges: rupees(orders.reduce((sum, { charges_paise }) => sum + Number(charges_paise), 0)),
      pnl: pnlOf(position, orders),
    },
    orders: orders.map((order) => orderView(order, order.id === id)),
  }
}

type Order = Selectable<Orders> & { readonly bot_name: string }
type AskedRow = Order & { email: string; strategy_name: string; archived_at: Date | null }
type Fill = { trade_id: string; quantity: number; price_paise: number; at: string }
type OrderRow = Order & { fills: readonly Fill[] }
type Position = {
  direction: number
  stop_paise: number | null
  target_paise: number | null
  opened_at: Date | null
  closed_at: Date | null
}

async function findRoundTrip(db: Queryable, id: string) {
  const asked = await sql<AskedRow>`
    select o.*, ${nameAt('b', 'o.decided_at')} as bot_name, b.archived_at, u.email,
      ${nameAt('s', 'o.decided_at')} as strategy_name from orders o
    join user_bots b on b.id = o.user_bot_id join users u on u.id = o.user_id join bots s on s.id = o.strategy_id
    where o.id = ${id}`.execute(db)
  const [row] = asked.rows
  if (!row) return undefined
  const [{ rows: positions }, { rows: orders }] = await Promise.all([
    sql<Position>`
      select direction, stop_paise, target_paise, opened_at, closed_at from positions where id = ${row.position_id}`.execute(
      db,
    ),
    sql<OrderRow>`
      select o.*, ${row.bot_name}::text as bot_name, coalesce((
        select jsonb_agg(to_jsonb(f) order by f.at, f.trade_id) from fills f where f.order_id = o.id), '[]') as fills
      from orders o where o.position_id = ${row.position_id} order by o.decided_at, o.id`.execute(db),
  ])
  const [position] = positions
  return position && { row, position, orders }
}

function averageEntry(orders: readonly OrderRow[]): number | null {
  const entries = orders.filter(({ purpose }) => purpose === 'ENTRY')
  const shares = entries.reduce((sum, { filled_quantity }) => sum + filled_quantity, 0)
  const paise = entries.reduce((sum, { filled_value_paise }) => sum + Number(filled_value_paise), 0)
  return shares === 0 ? null : rupees(paise / shares)
}

/** Unknown while shares are held: a partial exit's result is not the round trip's. */
function pnlOf({ closed_at }: Position, orders: readonly OrderRow[]): number | null {
  const exits = orders.filter(({ pnl_paise }) => pnl_paise !== null)
  if (closed_at === null || exits.length === 0) return null
  return rupees(exits.reduce((sum, { pnl_paise }) => sum + Number(pnl_paise), 0))
}

function orderView(row: OrderRow, isAskedFor: boolean): TradeDetail['orders'][number] {
  return {
    trade: tradeView(row),
    is_asked_for: isAskedFor,
    inputs: row.inputs as Record<string, unknown>,
    broker_order_id: row.broker_order_id,
    decided_at: row.decided_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    executed_at: row.executed_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    fills: row.fills.map(({ trade_id, quantity, price_paise, at }) => ({
      trade_id,
      quantity,
      price: rupees(price_paise),
      at: new Date(at).toISOString(),
    })),
    charges: chargesView(row.charges),
  }
}
