import type { Context } from '../../../platform/http/context.ts'
import { forgiveThrottle, hitThrottle } from '../../../platform/security/throttle.ts'
import type { UserRow } from '../profile/user-view.ts'

/**
 * Asks for the password again: undefined when it is right, 'wrong', or the wait after too many wrong attempts in this
 * session.
 */
export async function provePassword(
  { db, clock, passwords, actor }: Context,
  user: UserRow,
  given: string,
): Promise<undefined | 'wrong' | number> {
  const key = `password:${user.id}|${actor?.sessionId ?? ''}`
  const wait = await hitThrottle(db, { key, limit: 10, windowMs: 15 * 60_000 }, clock.now())
  if (wait !== undefined) return wait
  if (!(await passwords.verify(user.password_hash, given))) return 'wrong'
  await forgiveThrottle(db, key).execute()
  return undefined
}
