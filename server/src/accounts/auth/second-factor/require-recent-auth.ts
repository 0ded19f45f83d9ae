import type { Context } from '../../../platform/http/context.ts'
import { provePassword } from '../passwords/prove-password.ts'
import { getUser } from '../profile/user-store.ts'

const FRESH_MS = 15 * 60_000

/** A recent log-in is enough for a sensitive change; an older session must enter the password again. */
export async function requireRecentAuth(
  context: Context<'signed-in'>,
  password: string | undefined,
  freshMs = FRESH_MS,
): Promise<boolean> {
  const { db, actor, clock } = context
  const session = await db
    .selectFrom('sessions')
    .select('authenticated_at')
    .where('id', '=', actor.sessionId)
    .executeTakeFirstOrThrow()
  if (clock.now().getTime() - session.authenticated_at.getTime() < freshMs) return true
  if (!password) return false
  return (await provePassword(context, await getUser(db, actor.userId), password)) === undefined
}
