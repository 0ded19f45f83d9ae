import type { forgotPassword as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { hashSecret } from '../../../platform/security/auth-keys.ts'
import { newToken } from '../../../platform/security/tokens.ts'
import { resetMail } from '../auth-mails.ts'
import { replaceReset } from './reset-store.ts'
import { addressThrottle } from '../sessions/throttles.ts'
import { findUserByLogin } from '../profile/user-store.ts'

const DAY_MS = 86_400_000

export const forgotPassword: UseCase<typeof spec> = async ({ db, clock, config, origin }, { email }) => {
  const now = clock.now()
  const wait = await hitThrottle(db, addressThrottle(config, 'reset', origin.address), now)
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  const user = await findUserByLogin(db, email)
  // Past the daily limit no mail is sent; the answer stays the same, as it does for unknown addresses.
  const isFlooded = await hitThrottle(db, { key: `reset:${email.toLowerCase()}`, limit: 10, windowMs: DAY_MS }, now)
  if (user && user.status === 'active' && isFlooded === undefined) {
    const token = newToken()
    const link = `${config.publicUrl}/reset-password?token=${token}`
    await db.transaction().execute(async (tx) => {
      await replaceReset(tx, user.id, hashSecret(config.authKeys, 'reset', token), now)
      await postMail(tx, config, now, resetMail(user.email, link))
    })
  }
  return { message: 'Password reset instructions have been sent to your email.' }
}
