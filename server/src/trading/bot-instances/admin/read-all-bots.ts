import type {
  listActiveStrategies as strategies,
  readAllBotStats as stats,
} from '@trading-bot/contract/rest/trading/admin-bots'
import { DAY_MS, indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { firstIdOf } from '../../../platform/ids.ts'
import { isCurrentSql } from '../is-current.ts'

type Stats = {
  total_bots: number
  running_bots: number
  paused_bots: number
  error_bots: number
  stopped_bots: number
  open_positions: number
  trades_today: number
  pnl_today: string
}

/** Bots of plans that have ended are in none of the counts. */
export const readAllBotStats: UseCase<typeof stats> = async ({ db, clock }) => {
  const today = new Date(indiaDayStartMs(indiaDayNumber(clock.now().getTime())))
  // Orders are for the day: one that was executed today has an id of today, or of yesterday's last minutes.
  const firstId = firstIdOf(new Date(today.getTime() - DAY_MS))
  const { rows } = await sql<Stats>`
    with today as (
      select count(*) filter (where state = 'FILLED') as trades, coalesce(sum(pnl_paise), 0) as pnl
      from orders where id >= ${firstId} and executed_at >= ${today}
    )
    select count(*)::int as total_bots,
      (count(*) filter (where b.status = 'running'))::int as running_bots,
      (count(*) filter (where b.status = 'paused'))::int as paused_bots,
      (count(*) filter (where b.status = 'error'))::int as error_bots,
      (count(*) filter (where b.status = 'stopped'))::int as stopped_bots,
      (select count(*) from positions where closed_at is null)::int as open_positions,
      (select trades from today)::int as trades_today,
      (select pnl from today) as pnl_today
    from user_bots b join subscriptions s on s.id = b.subscription_id
    where b.archived_at is null and ${isCurrentSql(clock.now())}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate query returned no row')
  return { ...row, pnl_today: Number(row.pnl_today) / 100 }
}

type Strategy = {
  id: string
  name: string
  is_running: boolean
  running_user_bots: number
  total_user_bots: number
  failed_user_bots: number
}

/** Bots of plans that have ended are not counted. Running means that at least one of its bots may open positions now. */
export const listActiveStrategies: UseCase<typeof strategies> = async ({ db, clock }) => {
  const { rows } = await sql<Strategy>`
    select strategy.id, strategy.name, count(e.id) > 0 as is_running, count(e.id)::int as running_user_bots,
      count(b.id)::int as total_user_bots, (count(b.id) filter (where b.status = 'error'))::int as failed_user_bots
    from bots strategy
    left join (user_bots b join subscriptions s on s.id = b.subscription_id)
      on b.strategy_id = strategy.id and b.archived_at is null and ${isCurrentSql(clock.now())}
    left join bots_that_may_enter(${clock.now()}) e on e.id = b.id
    where strategy.deployed_version is not null
    group by strategy.id
    order by strategy.name`.execute(db)
  return { strategies: rows }
}
