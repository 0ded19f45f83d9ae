import type { AdminDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import { rupees } from './figures.ts'
import { firstDay, startOf, today } from './india-days.ts'

const TREND_DAYS = 30

type Row = { date: string; trades: number; users: number; pnl_paise: string }

/** Every day of the range, including days without any trade. */
export async function readTrends(db: Queryable, now: Date): Promise<AdminDashboard['trends']> {
  const from = firstDay(now, TREND_DAYS)
  const { rows } = await sql<Row>`
    with days as (select generate_series(${from}::date, ${today(now)}::date, interval '1 day')::date as day),
    joined as (
      select (created_at at time zone 'Asia/Kolkata')::date as day, count(*)::int as users
      from users where created_at >= ${startOf(from)} and status <> 'closed' group by 1)
    select days.day::text as date, coalesce(p.trades, 0) as trades, coalesce(j.users, 0) as users,
      coalesce(p.pnl_paise, 0) as pnl_paise
    from days left join platform_days p on p.day = days.day left join joined j on j.day = days.day
    order by days.day`.execute(db)
  return {
    daily_trades: rows.map(({ date, trades }) => ({ date, trades })),
    daily_users: rows.map(({ date, users }) => ({ date, users })),
    daily_pnl: rows.map(({ date, pnl_paise }) => ({ date, pnl: rupees(Number(pnl_paise)) })),
  }
}
