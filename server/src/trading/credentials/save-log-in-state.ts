import type { Db } from '../../platform/db/client.ts'
import type { LogInState } from '../../platform/providers/broker-desk.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { recordUse, openColumns, rejectedColumns } from './credential-store.ts'

type Subject = { readonly userId: string; readonly generation: string }

/**
 * Saves the state of an account's log-ins for the screens and the next start; reports on older credentials are dropped.
 */
export async function saveLogInState(db: Db, subject: Subject, state: LogInState, now: Date): Promise<void> {
  const { userId, generation } = subject
  await db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('credentials')
      .select(['login_state', 'login_since'])
      .where('user_id', '=', userId)
      .where('generation', '=', generation)
      .forUpdate()
      .executeTakeFirst()
    if (!old || (state.kind === 'open' && old.login_state === 'open')) return
    const since = old.login_state === state.kind ? old.login_since : now
    const change = { ...columnsOf(state, now), login_since: since }
    await tx.updateTable('credentials').set(change).where('user_id', '=', userId).execute()
    if (state.kind !== 'rejected') return
    await recordUse(tx, userId, 'rejected', state.reason, now)
    const log = { level: 'WARNING', category: 'security', message: 'Broker rejected the log-in', userId } as const
    await recordLog(tx, now, { ...log, details: { reason: state.reason } })
  })
}

function columnsOf(state: LogInState, now: Date) {
  switch (state.kind) {
    case 'open':
      return openColumns(now)
    case 'rejected':
      return rejectedColumns(state.reason, now)
    case 'retrying':
      return { login_state: 'retrying', login_reason: state.reason, login_retry_at: new Date(state.retryAtMs) }
  }
}
