import type { refreshToken as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { readRefresh } from '../../../platform/security/tokens.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { sessionEnd, signTokens } from './open-session.ts'
import { advanceSession, endSessions, findLiveSession, type SessionRow } from './session-store.ts'
import { getUser } from '../profile/user-store.ts'

/**
 * A token stays valid until its successor has been used once, and until then returns that same successor, so that a
 * client that lost the answer stays signed in. An older token must have been copied: the whole session ends.
 */
export const refreshToken: UseCase<typeof spec> = async (context, { refresh }) => {
  const claims = readRefresh(context.config.authSecret, refresh)
  if (!claims) return refuse('DEAD_REFRESH')
  return context.db.transaction().execute(async (tx) => {
    const now = context.clock.now()
    const session = await findLiveSession(tx, claims.sessionId, now)
    if (!session || claims.generation > session.generation) return refuse('DEAD_REFRESH')
    if (claims.generation < session.generation - 1) {
      await endForReuse(tx, context, session)
      return refuse('DEAD_REFRESH')
    }
    const user = await getUser(tx, session.user_id)
    if (user.status !== 'active') return refuse('DEAD_REFRESH')
    const generation = claims.generation + 1
    await advanceSession(tx, session.id, { generation, expires_at: sessionEnd(session.remember_me, now) }, now)
    return signTokens(context, { sessionId: session.id, userId: session.user_id, generation })
  })
}

async function endForReuse(tx: Tx, { clock, origin }: Context, session: SessionRow): Promise<void> {
  const now = clock.now()
  await endSessions(tx, { id: session.id }, 'token-reuse', now)
  await recordLog(tx, now, {
    level: 'WARNING',
    category: 'security',
    message: 'A used refresh token came back: its session was ended',
    userId: session.user_id,
    details: { address: origin.address },
  })
}
