import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Context } from '../../platform/http/context.ts'
import { beginGeneration, type CredentialRow, recordUse } from './credential-store.ts'

/** Clears a rejected or failing log-in, in the running engine too, which then logs in again. */
export async function clearLogIn(tx: Tx, context: Context<'signed-in'>, row: CredentialRow, by: string): Promise<void> {
  await beginGeneration(tx, row.user_id)
  await recordUse(tx, row.user_id, 'cleared', by, context.clock.now())
  await recordAudit(tx, context, {
    action: 'credentials.log-in-cleared',
    subject: { kind: 'user', id: row.user_id },
    before: { login_state: row.login_state, login_reason: row.login_reason },
  })
}

export function isFailing({ login_state }: Pick<CredentialRow, 'login_state'>): boolean {
  return login_state === 'rejected' || login_state === 'retrying'
}

/** False if no log-in of the user is failing. */
export async function retryLogIn(tx: Tx, context: Context<'admin'>, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('credentials')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !isFailing(row)) return false
  const untried = { login_state: 'untried', login_reason: null, login_since: null, login_retry_at: null }
  await tx.updateTable('credentials').set(untried).where('user_id', '=', userId).execute()
  await clearLogIn(tx, context, row, 'by an administrator')
  return true
}
