import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Context } from '../../../platform/http/context.ts'
import { markAuthenticated } from './session-store.ts'

/** After this the session may make calls that ask for recent authentication, for as long as that lasts. */
export async function confirmIdentity(context: Context<'signed-in'>): Promise<null> {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    await markAuthenticated(tx, actor.sessionId, clock.now())
    await recordAudit(tx, context, {
      action: 'account.authenticated-again',
      subject: { kind: 'user', id: actor.userId },
    })
    return null
  })
}
