import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { Actor } from '../../platform/http/context.ts'
import { isCurrentSql } from '../bot-instances/index.ts'
import { rupees } from './figures.ts'
import { today } from './india-days.ts'
import { sumTradeDays } from './trade-days-store.ts'

/** Bots of valid plans and all results of the caller, in total and today; for an administrator those of the platform. */
export async function readTradingSummary(db: Queryable, actor: Actor, now: Date) {
  const scope = actor.isAdmin ? 'platform' : { userId: actor.userId }
  const userId = actor.isAdmin ? null : actor.userId
  const [{ rows }, sums, sumsToday] = await Promise.all([
    sql<{ total: number; active: number }>`
      select count(*)::int as total, (count(*) filter (where b.status = 'running'))::int as active
      from user_bots b join subscriptions s on s.id = b.subscription_id
      where b.archived_at is null and ${isCurrentSql(now)} and (${userId}::uuid is null or b.user_id = ${userId})`.execute(
      db,
    ),
    sumTradeDays(db, scope),
    sumTradeDays(db, scope, today(now)),
  ])
  return {
    sums,
    total_bots: rows[0]?.total ?? 0,
    active_bots: rows[0]?.active ?? 0,
    total_trades: sums.trades,
    total_pnl: rupees(sums.pnlPaise),
    trades_today: sumsToday.trades,
    pnl_today: rupees(sumsToday.pnlPaise),
  }
}
