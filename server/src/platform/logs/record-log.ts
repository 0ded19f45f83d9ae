import type { Insertable } from 'kysely'
import { batchStatements } from '../db/batch-statements.ts'
import type { Queryable } from '../db/client.ts'
import type { SystemLogs } from '../db/tables.ts'
import { newId } from '../ids.ts'

export type SystemLog = {
  readonly level: 'INFO' | 'SUCCESS' | 'WARNING' | 'ERROR' | 'CRITICAL'
  readonly category: 'user' | 'bot' | 'system' | 'trading' | 'payment' | 'aws' | 'security'
  readonly message: string
  readonly userId?: string
  readonly details?: object
}

/** Writes to the system log that administrators read. Details never hold a secret. */
export async function recordLog(db: Queryable, now: Date, log: SystemLog): Promise<void> {
  await insertLine(db, {
    id: newId(now),
    level: log.level,
    category: log.category,
    message: log.message,
    user_id: log.userId ?? null,
    details: JSON.stringify(log.details ?? {}),
    created_at: now,
  })
}

const insertLine = batchStatements(async (db, rows: readonly Insertable<SystemLogs>[]) => {
  await db.insertInto('system_logs').values(rows).execute()
  return rows.map(() => undefined)
})
