import { monitorEventLoopDelay } from 'node:perf_hooks'
import { LogInState } from '@trading-bot/contract/rest/trading/credentials'
import type { PlatformMetrics, readPlatformMetrics as spec } from '@trading-bot/contract/rest/operations/platform'
import { sql } from 'kysely'
import { FAILED_FOR_GOOD } from '../../platform/jobs/failed-jobs.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Deps } from '../../platform/http/context.ts'
import { VERSION } from './read-health.ts'

const RESOLUTION_MS = 20
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

export const readPlatformMetrics: UseCase<typeof spec> = async ({ db, replica, clock }) => {
  const [database, platform, price_accounts] = await Promise.all([
    readDatabase(db),
    readPlatform(db, clock.now()),
    readPriceAccounts(db),
  ])
  return {
    process: readProcess(),
    database: { ...database, replica: replica ? replicaView(replica) : null },
    platform,
    price_accounts,
  }
}

/** Since the last reading. */
function readProcess(): PlatformMetrics['process'] {
  // The measurement includes the timer's own interval.
  const meanMs = Number.isFinite(delay.mean) ? Math.max(delay.mean / 1e6 - RESOLUTION_MS, 0) : 0
  delay.reset()
  return {
    version: VERSION,
    node: process.versions.node,
    uptime_s: Math.round(process.uptime()),
    memory_mb: Math.round(process.memoryUsage().rss / 1024 ** 2),
    event_loop_delay_ms: Math.round(meanMs * 10) / 10,
  }
}

function replicaView({ lagMs, db }: NonNullable<Deps['replica']>): PlatformMetrics['database']['replica'] {
  const lag = lagMs()
  return { lag_s: lag === null ? null : Math.round(lag / 100) / 10, is_read: db() !== undefined }
}

async function readDatabase(db: Queryable): Promise<{ size_mb: number; connections: number }> {
  const { rows } = await sql<{ size_mb: number; connections: number }>`
    select round(pg_database_size(current_database()) / 1048576.0, 1)::float8 as size_mb,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`.execute(db)
  return rows[0] ?? { size_mb: 0, connections: 0 }
}

/** As the engine's process last reported them. */
async function readPriceAccounts(db: Queryable): Promise<PlatformMetrics['price_accounts']> {
  const rows = await db.selectFrom('price_accounts').selectAll().orderBy('name').execute()
  return rows.map((row) => ({
    name: row.name === 'spare' ? 'spare' : 'first',
    is_feeding: row.is_feeding,
    state: LogInState.parse(row.login_state),
    reason: row.login_reason,
    retry_at: row.login_retry_at?.toISOString() ?? null,
    changed_at: row.changed_at.toISOString(),
  }))
}

/** One statement, with an index behind each count. */
async function readPlatform(db: Queryable, now: Date): Promise<PlatformMetrics['platform']> {
  const { rows } = await sql<PlatformMetrics['platform']>`
    select
      (select count(*)::int from users) as users,
      (select count(distinct user_id)::int from sessions where ended_at is null and expires_at > ${now}) as signed_in,
      (select count(*)::int from subscriptions where status = 'active' and end_at > ${now}) as active_subscriptions,
      (select count(*)::int from payments where status in ('pending', 'failed') and replaced_at is null) as open_payments,
      (select count(*)::int from refunds where status in ('requested', 'pending') or (status = 'failed' and retried_at is null)) as owed_refunds,
      (select count(*)::int from graphile_worker.jobs where attempts < max_attempts) as jobs_waiting,
      (select count(*)::int from graphile_worker.jobs where ${FAILED_FOR_GOOD}) as jobs_failed,
      (select count(*)::int from mails where state = 'queued') as mails_waiting,
      (select count(*)::int from system_logs where level = 'CRITICAL' and created_at > ${new Date(now.getTime() - 86_400_000)}) as critical_logs_24h`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('the platform metrics query returned no row')
  return counts
}
