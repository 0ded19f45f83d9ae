import type { refreshToken as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { readRefresh } from '../../../platform/security/tokens.ts'
import { newId } from '../../../platform/ids.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { notifyByAccount } from '../../notifications/index.ts'
import { reuseNews } from '../account-news.ts'
import { forgetDevices } from '../devices/device-store.ts'
import { insertNotice } from '../notices/notice-store.ts'
import { sessionEnd, signTokens } from './open-session.ts'
import { advanceSession, endSessions, findLiveSession, type SessionRow } from './session-store.ts'
import { getUser } from '../profile/user-store.ts'

// Long enough for two tabs that refresh at once, and for a client that lost the answer and asks again.
const GRACE_MS = 60_000

/**
 * A token that was exchanged returns the same successor for a minute, unless that successor has been used. After that it
 * must have been copied: the whole session ends, and the owner hears of it.
 */
export const refreshToken: UseCase<typeof spec> = async (context, { refresh }) => {
  const claims = readRefresh(context.config.authKeys, refresh)
  if (!claims) return refuse('DEAD_REFRESH')
  return context.db.transaction().execute(async (tx) => {
    const now = context.clock.now()
    const session = await findLiveSession(tx, claims.sessionId, now)
    if (!session || claims.generation > session.generation) return refuse('DEAD_REFRESH')
    if (isReused(session, claims.generation, now)) {
      await endForReuse(tx, context, session)
      return refuse('DEAD_REFRESH')
    }
    const user = await getUser(tx, session.user_id)
    if (user.status !== 'active') return refuse('DEAD_REFRESH')
    const generation = claims.generation + 1
    const rotatedAt = generation > session.generation ? now : session.rotated_at
    const expiresAt = sessionEnd(session.remember_me, session.created_at, now)
    await advanceSession(tx, session.id, { generation, expires_at: expiresAt, rotated_at: rotatedAt }, now)
    return signTokens(context, { sessionId: session.id, userId: session.user_id, generation })
  })
}

function isReused(session: SessionRow, generation: number, now: Date): boolean {
  if (generation === session.generation) return false
  const isLate = session.rotated_at === null || now.getTime() - session.rotated_at.getTime() > GRACE_MS
  return isLate || generation < session.generation - 1
}

/** The devices are forgotten too: whoever copied the token may have copied the cookie beside it. */
async function endForReuse(tx: Tx, { clock, config, origin }: Context, session: SessionRow): Promise<void> {
  const now = clock.now()
  const { user_id: userId } = session
  const use = { device: origin.device, address: origin.address, at: now }
  await endSessions(tx, { id: session.id }, 'token-reuse', now)
  await forgetDevices(tx, userId)
  await insertNotice(tx, { id: newId(now), user_id: userId, kind: 'token-reuse', ...use })
  await notifyByAccount(tx, config, now, { userId, ...reuseNews(use) })
  await recordLog(tx, now, {
    level: 'WARNING',
    category: 'security',
    message: 'A used refresh token came back: its session was ended',
    userId,
    details: { address: origin.address },
  })
}
