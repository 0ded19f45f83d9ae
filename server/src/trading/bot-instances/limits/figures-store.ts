import { DAY_MS } from '@trading-bot/core/time'
import type { SessionStart } from '@trading-bot/engine/live/book/live-store'
import { type RawBuilder, sql } from 'kysely'
import { batchReads } from '../../../platform/db/batch-reads.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import { askedIds, runPrepared } from '../../../platform/db/prepared.ts'
import { groupBy } from '../../../platform/group-by.ts'
import { entriesSince } from '../../orders/index.ts'
import type { BotInstanceRow } from '../bot-store.ts'
import { BotSettings } from '../settings/bot-settings.ts'

/** What a bot holds of one symbol, summed over its fills. Amounts are paise. */
export type HeldRow = {
  readonly user_bot_id: string
  readonly token: string
  readonly symbol: string
  readonly held: number
  readonly cash: string | number
  readonly charges: string | number
  readonly booked: string | number
  readonly entry: string | number
  readonly entry_quantity: number
  readonly mode: string
  /** The last price of the owner's own broker session, and when it was given. */
  readonly own_paise: number | null
  readonly own_at_ms: number | null
}

/** A bot with what it booked and holds in this session. */
export type DayFiguresRow = Pick<
  BotInstanceRow,
  | 'id'
  | 'user_id'
  | 'name'
  | 'mode'
  | 'own_max_loss_per_day_paise'
  | 'own_max_profit_per_day_paise'
  | 'own_max_open_positions'
  | 'excluded_symbols'
> & {
  readonly settings: BotSettings
  readonly is_archived: boolean
  /** Another instance trades in its place, with the same capital. */
  readonly is_ended: boolean
  readonly session: string
  /** Of the session, what the instances before it under the same plan have booked: its limits count it. */
  readonly carried: string
  readonly charges: string
  readonly held: readonly HeldRow[]
}

/** With everything else that its limits count, back to its first order. */
export type FiguresRow = DayFiguresRow & {
  readonly realised: string
  readonly week: string
  readonly carried_week: string
  readonly peak: string
  readonly orders: number
}

/** The figures of one bot, whatever its state. */
export const findFigures = batchReads<string, FiguresRow, SessionStart>(async (db, ids, session) => {
  const statement = sql<Unparsed<FiguresRow>>`
    select ${DAY_COLUMNS}, ended.realised, ended.week, ${carriedSince(sql`at.week`)} as carried_week, ended.peak,
      ${entriesSince(sql.ref('b.id'), sql.ref('at.opened'))} as orders
    from ${since(session)} cross join ${askedIds(ids)} join user_bots b on b.id = asked.id cross join lateral (
      select coalesce(sum(e.pnl_paise), 0) as realised,
        coalesce(sum(e.pnl_paise) filter (where e.ended_at >= at.week), 0) as week, greatest(max(e.net), 0) as peak
      from (
        select o.pnl_paise, o.ended_at, sum(o.pnl_paise) over (order by o.ended_at, o.id) as net
        from orders o where o.user_bot_id = b.id and o.pnl_paise is not null
      ) e
    ) ended`
  return new Map((await runPrepared(db, statement)).map((row) => [row.id, parsed(row)]))
})

/** The day of a user's bots that trade, hold something or have ordered in this session; an archived one may have. */
export const listActiveFigures = batchReads<string, DayFiguresRow[], SessionStart>(async (db, userIds, session) => {
  const statement = sql<Unparsed<DayFiguresRow>>`
    select ${DAY_COLUMNS}
    from ${since(session)} cross join ${askedIds(userIds)} join user_bots b on b.user_id = asked.id
    where b.status <> 'stopped'
      or exists (select from positions p where p.user_bot_id = b.id and p.closed_at is null)
      or exists (select from orders o where o.user_bot_id = b.id and o.decided_at >= at.opened)
    order by b.is_copy, b.created_at desc`
  return groupBy((await runPrepared(db, statement)).map(parsed), ({ user_id }) => user_id)
})

type Unparsed<Row> = Omit<Row, 'settings'> & { readonly settings: unknown }

function parsed<Row>(row: Unparsed<Row>) {
  return { ...row, settings: BotSettings.parse(row.settings) }
}

// No order outlives its day; the bound lets the index on a bot's newest orders be used.
const LONGEST_ORDER_MS = 2 * DAY_MS

/** The earliest decision of an order that may end at this instant or later. */
export function earliestDecision(endedSinceMs: number): Date {
  return new Date(endedSinceMs - LONGEST_ORDER_MS)
}

/**
 * The instants that the figures begin at. As a table that the planner does not look into: it would see the instants
 * themselves otherwise, find each of them worth a plan of its own, and plan longer than it reads.
 */
function since({ openMs, week }: SessionStart): RawBuilder<unknown> {
  return sql`(select ${new Date(openMs)}::timestamptz as opened, ${new Date(week.openMs)}::timestamptz as week,
    ${earliestDecision(openMs)}::timestamptz as decided offset 0) at`
}

/** Of a bot `b`: what the instances before it under the same plan have booked. */
function carriedSince(instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(sum(o.pnl_paise), 0) from user_bots f join orders o on o.user_bot_id = f.id
    where f.subscription_id = b.subscription_id and f.ended_at is not null and not f.is_copy
      and b.ended_at is null and not b.is_copy and o.pnl_paise is not null and o.ended_at >= ${instant})`
}

/** Of a bot `b`, since the instants of `at`. */
const DAY_COLUMNS = sql`b.id, b.user_id, b.name, b.mode, b.settings, b.own_max_loss_per_day_paise,
      b.own_max_profit_per_day_paise, b.own_max_open_positions, b.excluded_symbols,
      b.archived_at is not null as is_archived, b.ended_at is not null as is_ended,
      (select coalesce(sum(o.pnl_paise), 0) from orders o where o.user_bot_id = b.id and o.pnl_paise is not null
        and o.ended_at >= at.opened and o.decided_at >= at.decided) as session,
      ${carriedSince(sql`at.opened`)} as carried,
      (select coalesce(sum(o.charges_paise), 0) from orders o where o.position_id in (
        select p.id from positions p where p.user_bot_id = b.id and p.closed_at is null
        union
        select x.position_id from orders x where x.user_bot_id = b.id and x.pnl_paise is not null
          and x.ended_at >= at.opened and x.decided_at >= at.decided
      )) as charges,
      (select coalesce(json_agg(h), '[]') from (${heldBy(sql`p.user_bot_id = b.id`)}) h) as held`

/** What these bots hold now. */
export async function listHeld(db: Queryable, botIds: readonly string[]): Promise<HeldRow[]> {
  const { rows } = await heldBy(sql`p.user_bot_id = any(${botIds}::uuid[])`).execute(db)
  return rows
}

function heldBy(which: RawBuilder<unknown>): RawBuilder<HeldRow> {
  return sql<HeldRow>`
    select p.user_bot_id, p.token, p.symbol, min(o.mode) as mode, max(own.price_paise) as own_paise,
      (extract(epoch from max(own.at)) * 1000)::float8 as own_at_ms, sum(f.held)::int as held, sum(f.cash) as cash,
      sum(o.charges_paise) as charges, coalesce(sum(o.pnl_paise), 0) as booked,
      coalesce(sum(f.value) filter (where o.purpose = 'ENTRY'), 0) as entry,
      coalesce(sum(f.quantity) filter (where o.purpose = 'ENTRY'), 0)::int as entry_quantity
    from positions p
    join orders o on o.position_id = p.id
    left join own_prices own on own.user_id = o.user_id and own.token = p.token
    cross join lateral (
      select coalesce(sum(quantity), 0) as quantity, coalesce(sum(quantity::bigint * price_paise), 0) as value,
        coalesce(sum(quantity), 0) * case o.side when 'BUY' then 1 else -1 end as held,
        coalesce(sum(quantity::bigint * price_paise), 0) * case o.side when 'BUY' then -1 else 1 end as cash
      from fills where order_id = o.id
    ) f
    where ${which} and p.closed_at is null
    group by p.id
    having sum(f.held) <> 0`
}
