import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { type ProtectionRow, protectionView } from './protection-view.ts'
import { averagePaise, unrealisedPaise } from './unrealised.ts'

type PositionRow = ProtectionRow & {
  id: string
  user_bot_id: string
  token: string
  symbol: string
  target_paise: number | null
  opened_at: Date
  held: number
  entry_quantity: number
  entry_value: string
  is_asked_to_close: boolean
}

type Whose = { readonly botId: string } | { readonly userId: string }

/** What a bot, or all bots of a user, hold now. A position is the sum of its fills. */
export async function listOpenPositions(db: Queryable, prices: Deps['prices'], whose: Whose): Promise<OpenPosition[]> {
  const botId = 'botId' in whose ? whose.botId : null
  const userId = 'userId' in whose ? whose.userId : null
  const { rows } = await sql<PositionRow>`
    select p.*, stop.state as protect_state, stop.trigger_paise as protect_trigger_paise, stop.detail as protect_detail,
      min(o.mode) as mode,
      exists (select from position_close_requests r where r.position_id = p.id) as is_asked_to_close,
      sum(f.quantity * case o.side when 'BUY' then 1 else -1 end)::int as held,
      (sum(f.quantity) filter (where o.purpose = 'ENTRY'))::int as entry_quantity,
      sum(f.quantity::bigint * f.price_paise) filter (where o.purpose = 'ENTRY') as entry_value
    from user_bots b
    join positions p on p.user_bot_id = b.id
    join orders o on o.position_id = p.id
    join fills f on f.order_id = o.id
    left join lateral (
      select state, trigger_paise, detail from orders
      where position_id = p.id and purpose = 'PROTECT' order by created_at desc, id desc limit 1
    ) stop on true
    where p.closed_at is null and p.opened_at is not null
      and (${botId}::uuid is null or b.id = ${botId}) and (${userId}::uuid is null or b.user_id = ${userId})
    group by p.id, stop.state, stop.trigger_paise, stop.detail
    order by p.opened_at desc`.execute(db)
  return rows.filter(({ held }) => held !== 0).map((row) => positionView(row, prices?.lastPaise(row.token) ?? null))
}

function positionView(row: PositionRow, lastPaise: number | null): OpenPosition {
  const holding = { held: row.held, entryQuantity: row.entry_quantity, entryValue: row.entry_value }
  return {
    id: row.id,
    bot_id: row.user_bot_id,
    symbol: row.symbol,
    side: row.held > 0 ? 'LONG' : 'SHORT',
    quantity: Math.abs(row.held),
    average_price: Math.round(averagePaise(holding)) / 100,
    last_price: lastPaise === null ? null : lastPaise / 100,
    unrealised_pnl: lastPaise === null ? null : unrealisedPaise(holding, lastPaise) / 100,
    stop_price: row.stop_paise === null ? null : row.stop_paise / 100,
    target_price: row.target_paise === null ? null : row.target_paise / 100,
    protection: protectionView(row),
    is_closing: row.exit_reason !== null || row.is_asked_to_close,
    opened_at: row.opened_at.toISOString(),
  }
}
