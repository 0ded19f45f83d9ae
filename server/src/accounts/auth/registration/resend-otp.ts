import type { resendOtp as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { sendCode } from './register.ts'
import { listPending, lockCode } from './registration-store.ts'
import { addressThrottle } from '../sessions/throttles.ts'

export const resendOtp: UseCase<typeof spec> = async (context, { email }) => {
  const { db, clock, config, origin } = context
  const wait = await hitThrottle(db, addressThrottle(config, 'code', origin.address), clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  return db.transaction().execute(async (tx) => {
    const code = await lockCode(tx, email)
    if (code && code.tries_left <= 0) return refuse('OTP_TRIES_SPENT')
    const [pending] = await listPending(tx, email)
    if (pending && !(await sendCode(tx, context, email, { keepsTries: true }))) return refuse('TOO_MANY_CODES')
    // The same answer where nothing is pending, so that this call does not reveal who is registering.
    return { success: true, message: 'OTP sent successfully! Please check your email.' }
  })
}
