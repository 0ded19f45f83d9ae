import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { alertOperator } from '../../accounts/notifications/index.ts'
import { sealHistory } from '../../platform/audit/seal-history.ts'
import { SEAL_LOCK } from '../../platform/db/locks.ts'
import type { Deps } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'

const SUBJECT = 'The record of what was done may have been changed'
const SAID_AGAIN_MS = DAY_MS

/**
 * Seals the history, writes each seal to the log as a copy outside the database, and alerts the operator where a chain
 * is broken or something waits too long for its seal.
 */
export async function sealAndReport(deps: Deps, log: Pick<Logger, 'info' | 'error'>): Promise<void> {
  const { seals, problems } = await sealHistory(deps)
  for (const { chain, number, hash } of seals) log.info({ chain, number, hash }, 'history sealed')
  if (problems.length === 0) return
  const text = problems.join('\n')
  // The database is what is doubted, so the log says it too, and every time.
  log.error({ problems }, SUBJECT)
  await report(deps, text)
}

async function report({ db, clock, config }: Deps, text: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(tx)
    const said = await tx
      .selectFrom('system_logs')
      .select('id')
      .where('category', '=', 'security')
      .where('message', '=', SUBJECT)
      .where(sql<string>`details ->> 'text'`, '=', text)
      .where('created_at', '>', new Date(now.getTime() - SAID_AGAIN_MS))
      .limit(1)
      .executeTakeFirst()
    if (said) return
    const details = { text }
    await recordLog(tx, now, { level: 'CRITICAL', category: 'security', message: SUBJECT, details })
    const advice = 'Run npm run verify-audit, and see docs/breach.md. Nothing more is sealed on a broken chain.'
    await alertOperator(tx, config, now, { event: 'audit.broken', subject: SUBJECT, text: `${text}\n\n${advice}` })
  })
}
