import type { authenticateAgain as spec } from '@trading-bot/contract/rest/accounts/security'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { getUser } from '../profile/user-store.ts'
import { confirmIdentity } from '../sessions/confirm-identity.ts'
import { needsPasskey, proveIdentity } from './prove-identity.ts'

export const authenticateAgain: UseCase<typeof spec> = async (context, given) => {
  const { db, actor, config } = context
  if (needsPasskey(config, await getUser(db, actor.userId))) return refuse('PASSKEY_REQUIRED')
  const refusal = await proveIdentity(context, given)
  if (refusal) return refusal
  return confirmIdentity(context)
}
