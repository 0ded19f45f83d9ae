import type { StoppedBy } from '@trading-bot/core/risk/limit-reached'
import { isLost } from '@trading-bot/core/trading/account/state/live-order'
import { sentOrder, type StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { SessionStart } from '@trading-bot/engine/live/book/live-store'
import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { Fills, Orders, Positions } from '../../../platform/db/tables.ts'
import { orderOf, instanceOf, type InstanceRow, positionOf } from './live-rows.ts'
import { INSTANCES } from './instances-sql.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { PaperMarketKind } from '../../../platform/prices/price-rules.ts'
import { BotSettings } from '../../bot-instances/index.ts'

type DayRow = {
  user_bot_id: string
  realised_long: string
  realised_short: string
  realised_session: string
  realised_week: string
  entries: string
}

const DAY_MS = 86_400_000

type Reader = pg.PoolClient | pg.Pool

type Loading = {
  readonly paperMarket: PaperMarketKind | null
  /** An account with a row that cannot be read; it is left out. */
  readonly onUnreadable: (error: Error) => void
}

/** Every account with its positions, pending orders and today's usage. */
export async function loadAccounts(
  client: Reader,
  session: SessionStart,
  now: Date,
  wanted: { readonly ids: readonly string[] | null; readonly shards: readonly number[] | null },
  { paperMarket, onUnreadable }: Loading,
): Promise<StoredAccount[]> {
  const { rows: instances } = await client.query<InstanceRow>(INSTANCES, [wanted.ids, now, wanted.shards])
  const ids = instances.map(({ id }) => id)
  const heldOf = await readPositions(client, ids, now)
  const usageOf = await readUsage(client, instances, session, now)
  return instances.flatMap((row) => {
    try {
      const held = heldOf(row.id)
      return [
        {
          instance: instanceOf(row, paperMarket),
          positions: held.filter(({ closedAtMs }) => closedAtMs === null),
          lost: held.filter((position) => position.closedAtMs !== null && position.orders.some(isLost)),
          ...usageOf(row.id),
        },
      ]
    } catch (error) {
      // One account that cannot be read must not keep the others from trading.
      onUnreadable(new Error(`The account of bot ${row.id} cannot be read and is not traded. ${String(error)}`))
      return []
    }
  })
}

/** Positions by bot with their orders and fills; they are parsed when they are asked for. */
async function readPositions(client: Reader, ids: readonly string[], now: Date) {
  // Lost orders are watched until the day's end, so their closed positions are loaded too.
  const { rows: positions } = await client.query<Selectable<Positions>>(
    `select * from positions p where user_bot_id = any ($1) and (closed_at is null or exists (
       select from orders o where o.position_id = p.id and o.code = 'NOT_PLACED' and o.decided_at > $2))`,
    [ids, new Date(now.getTime() - DAY_MS)],
  )
  const { rows: orders } = await client.query<Selectable<Orders>>(
    'select * from orders where position_id = any ($1) order by created_at, id',
    [positions.map(({ id }) => id)],
  )
  const { rows: fills } = await client.query<Selectable<Fills>>(
    'select * from fills where order_id = any ($1) order by at, trade_id',
    [orders.map(({ id }) => id)],
  )
  const fillsOf = groupBy(fills, ({ order_id }) => order_id)
  const ordersOf = groupBy(orders, ({ position_id }) => position_id)
  const positionsOf = groupBy(positions, ({ user_bot_id }) => user_bot_id)
  return (botId: string) =>
    (positionsOf.get(botId) ?? []).map((position) =>
      positionOf(
        position,
        (ordersOf.get(position.id) ?? []).map((order) => orderOf(order, fillsOf.get(order.id) ?? [])),
      ),
    )
}

type Usage = Omit<StoredAccount, 'instance' | 'positions' | 'lost'>

/** What limits count, and what was sent to the broker today. */
async function readUsage(
  client: Reader,
  instances: readonly InstanceRow[],
  session: SessionStart,
  now: Date,
): Promise<(botId: string) => Usage> {
  const ids = instances.map(({ id }) => id)
  const today = new Date(indiaDayStartMs(indiaDayNumber(now.getTime())))
  const { rows: sent } = await client.query<SentRow>(SENT_TODAY, [ids, today])
  const starts = [new Date(session.openMs), new Date(session.week.openMs)]
  const { rows: days } = await client.query<DayRow>(DAYS, [ids, ...starts])
  const { rows: stopped } = await client.query<{ user_bot_id: string; stopped_by: StoppedBy }>(STOPPED, [
    ids,
    session.number,
    session.week.number,
  ])
  const { rows: carried } = await client.query<CarriedRow>(CARRIED, [ids, ...starts])
  const carriedOf = new Map(carried.map((row) => [row.user_bot_id, row]))
  const peakOf = await readPeaks(client, instances)
  const sentOf = groupBy(sent, ({ user_bot_id }) => user_bot_id)
  const dayOf = new Map(days.map((day) => [day.user_bot_id, day]))
  const stoppedBy = new Map(stopped.map((day) => [day.user_bot_id, day.stopped_by]))
  return (botId) => {
    const day = dayOf.get(botId)
    const before = carriedOf.get(botId)
    return {
      sentToday: (sentOf.get(botId) ?? []).map(sentView),
      realisedLongPaise: Number(day?.realised_long ?? 0),
      realisedShortPaise: Number(day?.realised_short ?? 0),
      realisedThisSessionPaise: Number(day?.realised_session ?? 0) + Number(before?.session ?? 0),
      realisedThisWeekPaise: Number(day?.realised_week ?? 0) + Number(before?.week ?? 0),
      peakNetPaise: peakOf.get(botId) ?? 0,
      entriesThisSession: Number(day?.entries ?? 0),
      stoppedBy: stoppedBy.get(botId) ?? null,
    }
  }
}

function sentView({
  broker_order_id,
  token,
  side,
  filled_quantity,
  outside,
}: SentRow): StoredAccount['sentToday'][number] {
  return sentOrder({
    brokerOrderId: broker_order_id,
    token,
    side,
    filledQuantity: filled_quantity,
    outside: outside ?? [],
  })
}

type SentRow = {
  user_bot_id: string
  broker_order_id: string
  token: string
  side: 'BUY' | 'SELL'
  filled_quantity: number
  outside: StoredAccount['sentToday'][number]['outside'] | null
}

const SENT_TODAY = `
  select user_bot_id, broker_order_id, token, side, filled_quantity,
    case when purpose = 'OUTSIDE' then (
      select jsonb_agg(jsonb_build_object('tradeId', f.trade_id, 'quantity', f.quantity)) from fills f
      where f.order_id = orders.id) end as outside
  from orders
  where user_bot_id = any ($1) and mode = 'live' and broker_order_id is not null and sent_at >= $2`

const DAYS = `
  select o.user_bot_id,
    coalesce(sum(o.pnl_paise) filter (where p.direction = 1), 0) as realised_long,
    coalesce(sum(o.pnl_paise) filter (where p.direction = -1), 0) as realised_short,
    coalesce(sum(o.pnl_paise) filter (where o.ended_at >= $2), 0) as realised_session,
    coalesce(sum(o.pnl_paise) filter (where o.ended_at >= $3), 0) as realised_week,
    count(distinct (o.token, o.decided_at)) filter (
      where o.purpose = 'ENTRY' and o.state <> 'DENIED' and o.decided_at >= $2
        -- An order with a limit counts once it has filled.
        and not (o.inputs ? 'limitPaise' and o.ended_at is not null and o.filled_quantity = 0)) as entries
  from orders o join positions p on p.id = o.position_id
  where o.user_bot_id = any ($1) and (o.pnl_paise is not null or o.decided_at >= $2)
  group by o.user_bot_id`

type CarriedRow = { user_bot_id: string; session: string; week: string }

/** What the instances before it under the same plan have booked: a change of strategy does not begin the day anew. */
const CARRIED = `
  select b.id as user_bot_id, coalesce(sum(o.pnl_paise) filter (where o.ended_at >= $2), 0) as session,
    sum(o.pnl_paise) as week
  from user_bots b
  join user_bots f on f.subscription_id = b.subscription_id and f.ended_at is not null and not f.is_copy
  join orders o on o.user_bot_id = f.id and o.pnl_paise is not null and o.ended_at >= $3
  where b.id = any ($1) and b.ended_at is null and not b.is_copy
  group by b.id`

// A weekly loss stops every later session of its week; the session's own row counts first.
const STOPPED = `
  select distinct on (user_bot_id) user_bot_id, stopped_by from stopped_days
  where user_bot_id = any ($1) and (session_number = $2
    or (stopped_by = 'WEEKLY_LOSS' and session_number >= $3 and session_number < $2))
  order by user_bot_id, session_number desc`

/** The highest net profit booked, only of accounts with a drawdown limit: it takes every exit they ever made. */
async function readPeaks(
  client: pg.PoolClient | pg.Pool,
  instances: readonly InstanceRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = instances.flatMap((row) =>
    BotSettings.parse(row.settings).limits.maxDrawdownPaise === null ? [] : [row.id],
  )
  if (ids.length === 0) return new Map()
  const { rows } = await client.query<{ user_bot_id: string; peak: string }>(PEAKS, [ids])
  return new Map(rows.map(({ user_bot_id, peak }) => [user_bot_id, Number(peak)]))
}

const PEAKS = `
  select user_bot_id, greatest(max(net), 0) as peak from (
    select user_bot_id, sum(pnl_paise) over (partition by user_bot_id order by ended_at, id) as net
    from orders where user_bot_id = any ($1) and pnl_paise is not null
  ) ended
  group by user_bot_id`
