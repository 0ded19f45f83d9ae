import type { Context } from '../../../platform/http/context.ts'
import { countRecoveryCodes } from '../second-factor/factor-store.ts'
import { listLiveSessions } from '../sessions/session-store.ts'
import { getUser } from './user-store.ts'
import { userView } from './user-view.ts'

/** The account's part of the user's dashboard. */
export async function readAccountSummary({ db, actor, clock, config }: Context<'signed-in'>) {
  const user = await getUser(db, actor.userId)
  const sessions = await listLiveSessions(db, user.id, clock.now())
  return {
    user: userView(user, config),
    active_sessions: sessions.length,
    last_login_at: user.last_login_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(db, user.id),
  }
}
