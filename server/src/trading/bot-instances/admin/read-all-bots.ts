import type {
  listActiveStrategies as strategies,
  readAllBotStats as stats,
} from '@trading-bot/contract/rest/trading/admin-bots'
import { DAY_MS, indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { firstIdOf } from '../../../platform/ids.ts'

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
      (count(*) filter (where status = 'running'))::int as running_bots,
      (count(*) filter (where status = 'paused'))::int as paused_bots,
      (count(*) filter (where status = 'error'))::int as error_bots,
      (count(*) filter (where status = 'stopped'))::int as stopped_bots,
      (select count(*) from positions where closed_at is null)::int as open_positions,
      (select trades from today)::int as trades_today,
      (select pnl from today) as pnl_today
    from user_bots where archived_at is null and ended_at is null`.execute(db)
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

/** Running means that at least one of its bots may open positions now. */
export const listActiveStrategies: UseCase<typeof strategies> = async ({ db, clock }) => {
  const { rows } = await sql<Strategy>`
    select s.id, s.name, count(e.id) > 0 as is_running, count(e.id)::int as running_user_bots,
      count(b.id)::int as total_user_bots, (count(b.id) filter (where b.status = 'error'))::int as failed_user_bots
    from bots s
    left join user_bots b on b.strategy_id = s.id and b.archived_at is null and b.ended_at is null
    left join bots_that_may_enter(${clock.now()}) e on e.id = b.id
    where s.deployed_version is not null
    group by s.id
    order by s.name`.execute(db)
  return { strategies: rows }
}
