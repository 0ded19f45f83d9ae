import { sql } from 'kysely'
import { findOldestUnapplied } from '../../billing/payments/index.ts'
import { FAILED_FOR_GOOD } from '../../platform/jobs/failed-jobs.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { Metrics, Readings } from '../../platform/telemetry/metrics.ts'
import { secondsSince } from '../../platform/telemetry/seconds-since.ts'
import { countCalendarDaysLeft } from '../../trading/market-calendar/index.ts'
import { addStorageGauges } from './storage-gauges.ts'
import { addTradingGauges } from './trading-gauges.ts'

/**
 * The platform's figures that stand in the database and on the disk. Every process shows the same ones: take their
 * maximum, not their sum. Each set is one statement with an index behind it, and is absent when it cannot be read.
 */
export function addPlatformGauges(deps: Deps, metrics: Metrics): void {
  const { db, clock } = deps
  addTradingGauges(deps, metrics)
  addStorageGauges(deps, metrics)
  metrics.readGauges(JOB_GAUGES, () => readJobs(db, clock.now()))
  metrics.readGauges(WEBHOOK_GAUGES, () => readWebhooks(db, clock.now()))
  metrics.readGauges(CALENDAR_GAUGES, async () => ({
    calendar_days_left: await countCalendarDaysLeft(db, clock.now()),
  }))
}

const JOB_GAUGES = {
  jobs_due: { help: 'Jobs that are due and not taken by a worker' },
  jobs_oldest_due_seconds: { help: 'How long the oldest due job has been waiting; 0 if none is due' },
  jobs_failed: { help: 'Jobs that failed for good and are kept' },
} as const

/** Over the queue's own index of available jobs; ended jobs are deleted, so that few others are left. */
async function readJobs(db: Queryable, now: Date): Promise<Readings<keyof typeof JOB_GAUGES>> {
  const { rows } = await sql<{ due: number; oldest: Date | null; failed: number }>`
    select count(*)::int as due, min(run_at) as oldest,
      (select count(*)::int from graphile_worker.jobs where ${FAILED_FOR_GOOD}) as failed
    from graphile_worker._private_jobs where is_available = true and run_at <= ${now}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate query returned no row')
  return { jobs_due: row.due, jobs_oldest_due_seconds: secondsSince(row.oldest, now), jobs_failed: row.failed }
}

const WEBHOOK_GAUGES = {
  webhook_lag_seconds: {
    help: 'Age of the oldest event that waits: payments’ to be applied, the operator’s to be delivered; 0 if none does',
    labels: ['webhook'],
  },
} as const

async function readWebhooks(db: Queryable, now: Date): Promise<Readings<keyof typeof WEBHOOK_GAUGES>> {
  const unapplied = await findOldestUnapplied(db)
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(created_at) as oldest from graphile_worker.jobs
    where task_identifier = 'send_operator_webhook' and attempts < max_attempts`.execute(db)
  return {
    webhook_lag_seconds: [
      { labels: { webhook: 'payments' }, value: secondsSince(unapplied, now) },
      { labels: { webhook: 'operator' }, value: secondsSince(rows[0]?.oldest ?? null, now) },
    ],
  }
}

const CALENDAR_GAUGES = {
  calendar_days_left: {
    help: 'Days until the first year whose holidays are not confirmed; from then on no bot trades',
  },
} as const
