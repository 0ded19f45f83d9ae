import type { register as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse, refuseFields, refuseUntil } from '@trading-bot/contract/rest/refusals'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { hashSecret } from '../../../platform/security/auth-keys.ts'
import { newCode } from '../../../platform/security/tokens.ts'
import { codeMail } from '../auth-mails.ts'
import { passwordWeakness } from '../passwords/password-weakness.ts'
import { insertPending, storeCode } from './registration-store.ts'
import { addressThrottle } from '../sessions/throttles.ts'
import { findTakenFields } from '../profile/user-store.ts'

export const register: UseCase<typeof spec> = async (context, input) => {
  const { db, clock, config, origin, passwords } = context
  const wait = await hitThrottle(db, addressThrottle(config, 'register', origin.address), clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  const weakness = passwordWeakness(input.password, input)
  const taken = await findTakenFields(db, input)
  if (taken || weakness) return refuseFields({ ...taken, ...(weakness && { password: [weakness] }) })
  const { password, password_confirm: _, ...fields } = input
  // Hashed at once, so that a pending registration never holds a password.
  const pending = { ...fields, email: input.email.toLowerCase(), password_hash: await passwords.hash(password) }
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    if (!(await sendCode(tx, context, input.email, { keepsTries: false }))) return refuse('TOO_MANY_CODES')
    await insertPending(tx, { id: newId(now), ...pending }, now)
    return { success: true, message: 'Registration received. Please check your email for the verification code.' }
  })
}

/** Mails a new code; false when the address has had its codes for the day. */
export async function sendCode(
  tx: Tx,
  { clock, config }: Context,
  email: string,
  { keepsTries }: { keepsTries: boolean },
): Promise<boolean> {
  const now = clock.now()
  const code = newCode()
  const codeHash = hashSecret(config.authKeys, `code:${email.toLowerCase()}`, code)
  const today = isoDay(indiaDayNumber(now.getTime()))
  const isStored = await storeCode(tx, { email, codeHash, keepsTries, today, now })
  if (isStored) await postMail(tx, config, now, codeMail(email, code))
  return isStored
}
