import type { forgotPassword as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuseUntil } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { hashSecret } from '../../../platform/security/auth-keys.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { newToken } from '../../../platform/security/tokens.ts'
import { resetMail } from '../auth-mails.ts'
import { knowsDevice } from '../devices/device-store.ts'
import { findUserByLogin } from '../profile/user-store.ts'
import { addressThrottle, placeOf } from '../sessions/throttles.ts'
import { replaceReset } from './reset-store.ts'

const DAY_MS = 86_400_000
const MAILS_PER_DAY = 10
const NOBODY_ID = '00000000-0000-0000-0000-000000000000'

export const forgotPassword: UseCase<typeof spec> = async (context, { email }) => {
  const { db, clock, config, origin } = context
  const now = clock.now()
  const wait = await hitThrottle(db, addressThrottle(config, 'reset', origin.address), now)
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  const user = await findUserByLogin(db, email)
  const isKnownDevice = await knowsDevice(db, user?.id ?? NOBODY_ID, origin)
  // Strangers share one count, and a known device has its own: they cannot keep the owner from resetting.
  const place = isKnownDevice ? placeOf(origin, true) : 'strangers'
  const key = `reset:${user?.id ?? email.toLowerCase()}|${place}`
  const isFlooded = (await hitThrottle(db, { key, limit: MAILS_PER_DAY, windowMs: DAY_MS }, now)) !== undefined
  const userId = user?.status === 'active' && !isFlooded ? user.id : NOBODY_ID
  await mailReset(context, { to: user?.email ?? email, userId })
  return { message: 'Password reset instructions have been sent to your email.' }
}

/**
 * Without a user the same work is done, undone and committed, so that neither answer nor time tells who has an account:
 * a transaction that is only rolled back would not wait for the disk.
 */
async function mailReset(
  { db, clock, config }: Context,
  { to, userId }: { readonly to: string; readonly userId: string },
): Promise<void> {
  const now = clock.now()
  const token = newToken()
  const link = `${config.publicUrl}/reset-password?token=${token}`
  await db.transaction().execute(async (tx) => {
    await sql`savepoint work`.execute(tx)
    const isOurs = await replaceReset(tx, userId, hashSecret(config.authKeys, 'reset', token), now)
    await postMail(tx, config, now, resetMail(to, link))
    await (isOurs ? sql`release savepoint work` : sql`rollback to savepoint work`).execute(tx)
  })
}
