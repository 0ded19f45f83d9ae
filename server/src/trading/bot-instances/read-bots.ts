import type {
  Bot,
  listBotOrders as orders,
  listBotPositions as positions,
  listBots as list,
  readBot as read,
  readKillSwitches as switches,
} from '@trading-bot/contract/rest/trading/bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { Actor, Context } from '../../platform/http/context.ts'
import { type BotInstanceDetails, findBotInstance, listBotInstances } from './bot-store.ts'
import { botView } from './bot-view.ts'
import { isTrade } from '../orders/index.ts'
import { type ProtectionRow, protectionView } from './protection-view.ts'
import { listSwitches } from './switches/list-switches.ts'
import { type TradeRow, tradeView } from './trade-view.ts'

export const listBots: UseCase<typeof list> = async ({ db, actor, clock }) => ({
  data: await listOwnBots(db, actor, clock.now()),
})

/** The caller's bots, newest first; all bots for an administrator. */
export async function listOwnBots(db: Queryable, actor: Actor, now: Date, limit?: number): Promise<Bot[]> {
  const which = actor.isAdmin ? {} : { userId: actor.userId }
  const lines = await listBotInstances(db, now, limit === undefined ? which : { ...which, limit })
  return lines.map(botView)
}

export const readBot: UseCase<typeof read> = async (context, { id }) => {
  const line = await findVisible(context, id)
  return line ? botView(line) : refuse('NOT_FOUND')
}

/** An administrator may see every bot; for others another user's bot does not exist. */
export async function findVisible(
  { db, actor, clock }: Context<'owner'>,
  id: string,
): Promise<BotInstanceDetails | undefined> {
  const line = await findBotInstance(db, clock.now(), id)
  return line && (line.user_id === actor.userId || actor.isAdmin) ? line : undefined
}

export const listBotOrders: UseCase<typeof orders> = async (context, { id, limit }) => {
  const { db, clock } = context
  if (!(await findVisible(context, id))) return refuse('NOT_FOUND')
  const today = new Date(indiaDayStartMs(indiaDayNumber(clock.now().getTime())))
  const rows: TradeRow[] = await db
    .selectFrom('orders')
    .innerJoin('user_bots', 'user_bots.id', 'orders.user_bot_id')
    .selectAll('orders')
    .select('user_bots.name as bot_name')
    .where('orders.user_bot_id', '=', id)
    .where('orders.decided_at', '>=', today)
    .where(isTrade('orders'))
    .orderBy('orders.decided_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(tradeView)
}

type PositionRow = ProtectionRow & {
  id: string
  user_bot_id: string
  token: string
  symbol: string
  direction: number
  target_paise: number | null
  opened_at: Date
  held: number
  entry_quantity: number
  entry_value: string
}

export const listBotPositions: UseCase<typeof positions> = async (context, { id }) => {
  const { db, prices } = context
  if (!(await findVisible(context, id))) return refuse('NOT_FOUND')
  // A position is the sum of its fills.
  const { rows } = await sql<PositionRow>`
    select p.*, stop.state as protect_state, stop.trigger_paise as protect_trigger_paise, stop.detail as protect_detail,
      min(o.mode) as mode,
      sum(f.quantity * case o.side when 'BUY' then 1 else -1 end)::int as held,
      (sum(f.quantity) filter (where o.purpose = 'ENTRY'))::int as entry_quantity,
      sum(f.quantity::bigint * f.price_paise) filter (where o.purpose = 'ENTRY') as entry_value
    from positions p
    join orders o on o.position_id = p.id
    join fills f on f.order_id = o.id
    left join lateral (
      select state, trigger_paise, detail from orders
      where position_id = p.id and purpose = 'PROTECT' order by created_at desc, id desc limit 1
    ) stop on true
    where p.user_bot_id = ${id} and p.closed_at is null and p.opened_at is not null
    group by p.id, stop.state, stop.trigger_paise, stop.detail
    order by p.opened_at desc`.execute(db)
  return rows
    .filter(({ held }) => held !== 0)
    .map((row) => {
      const averagePaise = row.entry_quantity > 0 ? Number(row.entry_value) / row.entry_quantity : 0
      const lastPaise = prices?.lastPaise(row.token) ?? null
      return {
        id: row.id,
        bot_id: row.user_bot_id,
        symbol: row.symbol,
        side: row.held > 0 ? ('LONG' as const) : ('SHORT' as const),
        quantity: Math.abs(row.held),
        average_price: Math.round(averagePaise) / 100,
        last_price: lastPaise === null ? null : lastPaise / 100,
        unrealised_pnl: lastPaise === null ? null : Math.round(row.held * (lastPaise - averagePaise)) / 100,
        stop_price: row.stop_paise === null ? null : row.stop_paise / 100,
        target_price: row.target_paise === null ? null : row.target_paise / 100,
        protection: protectionView(row),
        is_closing: row.exit_reason !== null,
        opened_at: row.opened_at.toISOString(),
      }
    })
}

export const readKillSwitches: UseCase<typeof switches> = async ({ db, actor, clock }) => {
  const standing = await listSwitches(db, actor.userId, clock.now())
  return standing.map(({ scope, reason, until }) => ({ scope, reason, until: until?.toISOString() ?? null }))
}
