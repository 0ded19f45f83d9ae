import type { Session } from '@trading-bot/core/calendar/market-calendar'
import type { OrderSide } from '@trading-bot/core/order'
import type { Obtained, ObtainedIntent } from '@trading-bot/core/reality-check/compare-session'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** What an instance did in a session, and what it trades by. */
export type InstanceSession = {
  readonly instanceId: string
  readonly userId: string
  readonly strategyId: string
  readonly version: number
  readonly mode: 'paper' | 'live'
  /** False if the orders are those of another strategy or version than the instance has now. */
  readonly isCurrent: boolean
  /** As stored; the replay reads them. */
  readonly settings: unknown
  readonly obtained: Obtained
  /** The part of the session in which the instance ran. */
  readonly fromMs: number
  readonly untilMs: number
}

type BotRow = {
  user_id: string
  strategy_id: string
  version: number
  settings: unknown
  status: string
  started_at: Date | null
  stopped_at: Date | null
}

type OrderRow = {
  position_id: string
  strategy_id: string
  version: number
  mode: 'paper' | 'live'
  symbol: string
  side: OrderSide
  purpose: string
  state: string
  /** Its position left in parts. */
  is_parted: boolean
  decided_at: Date
  executed_at: Date | null
  filled_quantity: number
  filled_value_paise: string
  pnl_paise: string | null
}

export async function readSession(
  db: Queryable,
  instanceId: string,
  session: Session,
): Promise<InstanceSession | undefined> {
  const { rows: bots } = await sql<BotRow>`
    select user_id, strategy_id, version, settings, status, started_at, stopped_at
    from user_bots where id = ${instanceId}`.execute(db)
  const { rows: orders } = await sql<OrderRow>`
    select o.position_id, o.strategy_id, o.version, o.mode, o.symbol, o.side, o.purpose, o.state, o.decided_at,
      o.executed_at, o.filled_quantity, o.filled_value_paise, o.pnl_paise, p.part_to_close > 0 as is_parted
    from orders o join positions p on p.id = o.position_id
    where o.user_bot_id = ${instanceId} and o.decided_at >= ${new Date(session.openMs)}
      and o.decided_at < ${new Date(session.closeMs)} and o.state <> 'DENIED'
    order by o.decided_at, o.id`.execute(db)
  const [bot] = bots
  const [first] = orders
  if (!bot || !first) return undefined
  const isOf = (row: { strategy_id: string; version: number }) =>
    row.strategy_id === first.strategy_id && row.version === first.version
  return {
    instanceId,
    userId: bot.user_id,
    strategyId: first.strategy_id,
    version: first.version,
    mode: first.mode,
    isCurrent: isOf(bot) && orders.every(isOf),
    settings: bot.settings,
    obtained: {
      intents: intentsOf(orders),
      netPaise: orders.reduce((sum, { pnl_paise }) => sum + Number(pnl_paise ?? 0), 0),
    },
    ...ranWithin(bot, session),
  }
}

/** One entry and one exit for each position, or for each part of it: a second attempt is the same intent. */
function intentsOf(orders: readonly OrderRow[]): ObtainedIntent[] {
  const positions = new Map<string, OrderRow[]>()
  for (const order of orders) positions.set(order.position_id, [...(positions.get(order.position_id) ?? []), order])
  return Array.from(positions.values()).flatMap((all) => {
    const entries = all.filter(({ purpose }) => purpose === 'ENTRY')
    // A stop that rests at the exchange is no intent until it trades; what the owner closed is none of the bot's.
    const exits = all.filter(
      ({ purpose, filled_quantity }) =>
        purpose !== 'ENTRY' && purpose !== 'OUTSIDE' && (purpose !== 'PROTECT' || filled_quantity > 0),
    )
    return [...intentOf('entry', entries), ...partsOf(exits).flatMap((part) => intentOf('exit', part))]
  })
}

/** A part is over with the order that filled. */
function partsOf(exits: readonly OrderRow[]): OrderRow[][] {
  const parts: OrderRow[][] = []
  let isOver = true
  for (const exit of exits) {
    if (isOver) parts.push([])
    parts.at(-1)!.push(exit)
    isOver = exit.is_parted && exit.state === 'FILLED'
  }
  return parts
}

function intentOf(kind: ObtainedIntent['kind'], orders: readonly OrderRow[]): ObtainedIntent[] {
  const [first] = orders
  if (!first) return []
  // A resting stop is recorded with the entry and decides when it trades.
  const decidedAt = first.purpose === 'PROTECT' ? (first.executed_at ?? first.decided_at) : first.decided_at
  return [
    {
      kind,
      symbol: first.symbol,
      side: first.side,
      decidedAtMs: decidedAt.getTime(),
      filledQuantity: orders.reduce((sum, { filled_quantity }) => sum + filled_quantity, 0),
      filledValuePaise: orders.reduce((sum, { filled_value_paise }) => sum + Number(filled_value_paise), 0),
    },
  ]
}

/** From its start or to its stop, if that was within the session. */
function ranWithin({ status, started_at, stopped_at }: BotRow, { openMs, closeMs }: Session) {
  const startMs = started_at?.getTime() ?? openMs
  const stopMs = status === 'stopped' ? (stopped_at?.getTime() ?? closeMs) : closeMs
  const isWithin = (atMs: number) => atMs > openMs && atMs < closeMs
  return { fromMs: isWithin(startMs) ? startMs : openMs, untilMs: isWithin(stopMs) ? stopMs : closeMs }
}
