import { sql } from 'kysely'
import { alertOperator } from '../../accounts/notifications/index.ts'
import { STORAGE_LOCK } from '../../platform/db/locks.ts'
import type { Deps } from '../../platform/http/context.ts'
import { recordLog, type SystemLog } from '../../platform/logs/record-log.ts'

export type StorageReport = {
  readonly event: 'storage.low' | 'storage.full' | 'storage.ok'
  readonly subject: string
  readonly text: string
}

const LEVELS: Readonly<Record<StorageReport['event'], SystemLog['level']>> = {
  'storage.low': 'WARNING',
  'storage.full': 'CRITICAL',
  'storage.ok': 'SUCCESS',
}
// Every process of a machine, and of a database, sees the same disk: the first to report it speaks for the others.
const SAID_ONCE_MS = 10 * 60_000

/** A line in the system log and an alert to the operator. Throws while nothing can be written. */
export async function reportStorage({ db, clock, config }: Deps, report: StorageReport): Promise<void> {
  const now = clock.now()
  const { event, subject, text } = report
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${STORAGE_LOCK})`.execute(tx)
    const newest = await tx
      .selectFrom('system_logs')
      .select(['message', 'created_at'])
      .where('category', '=', 'system')
      .where(sql<string>`details ->> 'storage'`, 'is not', null)
      .where('created_at', '>', new Date(now.getTime() - SAID_ONCE_MS))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest?.message === subject) return
    const details = { storage: event, text }
    await recordLog(tx, now, { level: LEVELS[event], category: 'system', message: subject, details })
    await alertOperator(tx, config, now, report)
  })
}
