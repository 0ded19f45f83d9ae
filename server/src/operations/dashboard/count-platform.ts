import { sql } from 'kysely'
import { rememberSlow } from '../../platform/db/remember-slow.ts'
import { firstDay, startOf, today } from '../../trading/analytics/index.ts'
import { isCurrentSql } from '../../trading/bot-instances/index.ts'
import type { Deps } from '../../platform/http/context.ts'

const WEEK_DAYS = 7

export type PlatformCounts = {
  readonly users: { total: number; new_today: number; new_week: number; active_today: number; verified: number }
  readonly bots: { total: number; active: number; paused: number; error: number }
  readonly credentials: { total: number; verified: number; active: number }
  readonly botPlans: { total: number; active: number }
  readonly expired: number
}

// One cache per database: tests use several in one process.
const memories = new WeakMap<object, ReturnType<typeof rememberSlow<PlatformCounts>>>()

export async function countPlatform(deps: Pick<Deps, 'db' | 'clock'>): Promise<PlatformCounts> {
  const memory = memories.get(deps.db) ?? rememberSlow<PlatformCounts>()
  memories.set(deps.db, memory)
  return memory('counts', deps.clock, () => count(deps))
}

/**
 * Closed accounts are not counted as users; archived bots and those of ended plans not as bots. Credentials are active
 * where their bot trades.
 */
async function count({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<PlatformCounts> {
  const now = clock.now()
  const dayStart = startOf(today(now))
  const weekStart = startOf(firstDay(now, WEEK_DAYS))
  const { rows } = await sql<PlatformCounts>`
    select
      (select jsonb_build_object('total', count(*),
        'new_today', count(*) filter (where created_at >= ${dayStart}),
        'new_week', count(*) filter (where created_at >= ${weekStart}),
        'verified', count(*) filter (where email_verified_at is not null),
        'active_today', (select count(distinct user_id) from sessions where last_used_at >= ${dayStart}))
        from users where status <> 'closed') as users,
      (select jsonb_build_object('total', count(*), 'active', count(*) filter (where b.status = 'running'),
        'paused', count(*) filter (where b.status = 'paused'), 'error', count(*) filter (where b.status = 'error'))
        from user_bots b join subscriptions s on s.id = b.subscription_id
        where b.archived_at is null and ${isCurrentSql(now)}) as bots,
      (select jsonb_build_object('total', count(*), 'verified', count(*) filter (where is_verified),
        'active', count(*) filter (where exists (
          select from user_bots b where b.user_id = c.user_id and b.archived_at is null and b.status <> 'stopped')))
        from credentials c) as credentials,
      (select jsonb_build_object('total', count(*), 'active', count(*) filter (where is_active))
        from bot_plans) as "botPlans",
      (select count(*)::int from subscriptions where status = 'expired') as expired`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate query returned no row')
  return row
}
