import type { readBotStats as spec } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { isCurrentSql } from './is-current.ts'

type Figures = { total_bots: number; active_bots: number; total_trades: number; total_pnl: string }
type Row = Figures & { bots_then: number; trades_then: number; pnl_before: string; trades_now: number }

/**
 * Counts over all time; bots of plans that have ended are in none. The change of trades compares this month's India days
 * so far with the same days of last month; that of bots and of the result compares the total with the total at the end of
 * last month.
 */
export const readBotStats: UseCase<typeof spec> = async ({ db, actor, clock }) => {
  const userId = actor.isAdmin ? null : actor.userId
  const days = userId === null ? sql`platform_days` : sql`trade_days`
  const { rows } = await sql<Row>`
    with moment as (
      select today, date_trunc('month', today)::date as month,
        (date_trunc('month', today) - interval '1 month')::date as month_before,
        date_trunc('month', ${clock.now()}::timestamptz, 'Asia/Kolkata') as month_start
      from (select (${clock.now()}::timestamptz at time zone 'Asia/Kolkata')::date as today) t
    ), own_bots as (
      select b.created_at, b.status = 'running' as is_active
      from user_bots b join subscriptions s on s.id = b.subscription_id
      where b.archived_at is null and ${isCurrentSql(clock.now())} and (${userId}::uuid is null or b.user_id = ${userId})
    ), own_days as (
      select day, trades, pnl_paise from ${days} where ${userId === null ? sql`true` : sql`user_id = ${userId}`}
    )
    select
      (select count(*) from own_bots)::int as total_bots,
      (select count(*) from own_bots where is_active)::int as active_bots,
      (select count(*) from own_bots, moment where created_at < month_start)::int as bots_then,
      coalesce(sum(trades), 0)::int as total_trades,
      coalesce(sum(pnl_paise), 0) as total_pnl,
      coalesce(sum(trades) filter (where day >= month), 0)::int as trades_now,
      coalesce(sum(pnl_paise) filter (where day < month), 0) as pnl_before,
      coalesce(sum(trades) filter (where day >= month_before and day < month
        and day <= month_before + (today - month)), 0)::int as trades_then
    from own_days, moment`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('an aggregate query returned no row')
  return {
    total_bots: row.total_bots,
    active_bots: row.active_bots,
    total_trades: row.total_trades,
    total_pnl: Number(row.total_pnl) / 100,
    changes: {
      total_bots: percentChange(row.bots_then, row.total_bots),
      active_bots: null,
      total_trades: percentChange(row.trades_then, row.trades_now),
      total_pnl: percentChange(Number(row.pnl_before), Number(row.total_pnl)),
    },
  }
}

/** Null when there is nothing to compare with. */
function percentChange(before: number, now: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 1000) / 10
}
