import type { readBotStats as spec } from '@trading-bot/contract/rest/bots'
import { sql } from 'kysely'
import type { Verb } from '../../http/bind-route.ts'

type Figures = { total_bots: number; active_bots: number; total_trades: number; total_pnl: string }
type Row = Figures & { bots_then: number; trades_then: number; pnl_then: string; trades_now: number; pnl_now: string }

/** Counts over all time; each change compares this month so far with the same stretch of last month, by India days. */
export const readBotStats: Verb<typeof spec> = async ({ db, actor, clock }) => {
  const userId = actor.isAdmin ? null : actor.userId
  const { rows } = await sql<Row>`
    with moment as (
      select ${clock.now()}::timestamptz as now,
        date_trunc('month', ${clock.now()}::timestamptz, 'Asia/Kolkata') as month,
        date_trunc('month', ${clock.now()}::timestamptz, 'Asia/Kolkata') - interval '1 month' as month_before
    ), own_bots as (
      select * from user_bots where archived_at is null and (${userId}::uuid is null or user_id = ${userId})
    ), own_orders as (
      select * from orders where (${userId}::uuid is null or user_id = ${userId}) and state in ('FILLED', 'CANCELLED', 'REJECTED')
        and executed_at is not null
    )
    select
      (select count(*) from own_bots)::int as total_bots,
      (select count(*) from own_bots where status = 'running')::int as active_bots,
      (select count(*) from own_bots, moment where created_at < month)::int as bots_then,
      (count(*) filter (where state = 'FILLED'))::int as total_trades,
      coalesce(sum(pnl_paise), 0) as total_pnl,
      (count(*) filter (where state = 'FILLED' and executed_at >= month))::int as trades_now,
      coalesce(sum(pnl_paise) filter (where executed_at >= month), 0) as pnl_now,
      (count(*) filter (where state = 'FILLED' and executed_at >= month_before and executed_at < now - (month - month_before)))::int as trades_then,
      coalesce(sum(pnl_paise) filter (where executed_at >= month_before and executed_at < now - (month - month_before)), 0) as pnl_then
    from own_orders, moment`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('an aggregate gives a row')
  return {
    total_bots: row.total_bots,
    active_bots: row.active_bots,
    total_trades: row.total_trades,
    total_pnl: Number(row.total_pnl) / 100,
    changes: {
      total_bots: percentChange(row.bots_then, row.total_bots),
      active_bots: null,
      total_trades: percentChange(row.trades_then, row.trades_now),
      total_pnl: percentChange(Number(row.pnl_then), Number(row.pnl_now)),
    },
  }
}

/** Null where there is nothing to compare with. */
function percentChange(before: number, now: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 1000) / 10
}
