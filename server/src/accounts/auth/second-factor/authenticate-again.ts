import type { authenticateAgain as spec } from '@trading-bot/contract/rest/accounts/security'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { getUser } from '../profile/user-store.ts'
import { markAuthenticated } from '../sessions/session-store.ts'
import { needsPasskey, proveIdentity } from './prove-identity.ts'

/** After this the session may make calls that ask for recent authentication, for as long as that lasts. */
export const authenticateAgain: UseCase<typeof spec> = async (context, given) => {
  const { db, actor, clock, config } = context
  if (needsPasskey(config, await getUser(db, actor.userId))) return refuse('PASSKEY_REQUIRED')
  const refusal = await proveIdentity(context, given)
  if (refusal) return refusal
  return db.transaction().execute(async (tx) => {
    await markAuthenticated(tx, actor.sessionId, clock.now())
    await recordAudit(tx, context, {
      action: 'account.authenticated-again',
      subject: { kind: 'user', id: actor.userId },
    })
    return null
  })
}
