import { timingSafeEqual } from 'node:crypto'
import { NOTICE_KEYS } from '@trading-bot/contract/legal/notice-keys'
import type { Register, verifyOtp as spec } from '@trading-bot/contract/rest/accounts/auth'
import { type Refusal, refuse, refuseFields, refuseUntil } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { hashesOf } from '../../../platform/security/auth-keys.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { currentNotices, recordConsents } from '../../consents/index.ts'
import { rememberDevice } from '../devices/device-store.ts'
import { openSession } from '../sessions/open-session.ts'
import { deletePending, listPending, lockCode, spendTry } from './registration-store.ts'
import { addressThrottle } from '../sessions/throttles.ts'
import { changeUser, findTakenFields, insertUser } from '../profile/user-store.ts'
import { userView } from '../profile/user-view.ts'

export const verifyOtp: UseCase<typeof spec> = async (context, input) => {
  const { db, clock, config, origin } = context
  const wait = await hitThrottle(db, addressThrottle(config, 'code', origin.address), clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  // A refusal is returned, not thrown, because the used attempt must be committed.
  return db.transaction().execute(async (tx) => {
    const refusal = await spendCode(tx, context, input)
    if (refusal) return refusal
    const pending = await choosePending(tx, context, input.email, input.registration_data)
    if (!pending) return refuse('WRONG_OTP')
    const now = clock.now()
    const { created_at: _, ...fields } = pending
    const user = await insertUser(tx, { ...fields, is_admin: false, is_demo: false }, now)
    if (!user) return refuseFields((await findTakenFields(tx, pending)) ?? {})
    await deletePending(tx, input.email)
    // The form names the notices below its button: creating the account accepts them.
    const notices = await currentNotices(tx, config)
    await recordConsents(tx, { userId: user.id, keys: NOTICE_KEYS, notices, address: origin.address, now })
    const signedIn = await changeUser(tx, user.id, { last_login_at: now }, now)
    const tokens = await openSession(tx, context, user.id, false)
    await rememberDevice(tx, user.id, context.origin, now).execute()
    await recordAudit(tx, context, { action: 'account.registered', subject: { kind: 'user', id: user.id } })
    await recordLog(tx, now, { level: 'SUCCESS', category: 'user', message: 'New user registered', userId: user.id })
    const message = 'Email verified successfully! Welcome to Trading Bot!'
    return { success: true, message, ...tokens, user: userView(signedIn, config) }
  })
}

async function spendCode(
  tx: Tx,
  { config, clock }: Context,
  { email, otp }: { email: string; otp: string },
): Promise<Refusal | undefined> {
  const code = await lockCode(tx, email)
  if (!code) return refuse('WRONG_OTP')
  if (code.tries_left <= 0) return refuse('OTP_TRIES_SPENT')
  if (code.expires_at <= clock.now()) return refuse('OTP_EXPIRED')
  await spendTry(tx, email)
  const given = hashesOf(config.authKeys, `code:${email.toLowerCase()}`, otp)
  return given.some((hash) => timingSafeEqual(hash, code.code_hash)) ? undefined : refuse('WRONG_OTP')
}

/**
 * The code proves the address only. The caller must also know the registration's password, so that nobody can register
 * an account of theirs with another person's address.
 */
async function choosePending(tx: Tx, { passwords }: Context, email: string, entered: Register | undefined) {
  const rows = await listPending(tx, email, entered?.username)
  if (!entered) return rows.length === 1 ? rows[0] : undefined
  if (entered.email.toLowerCase() !== email.toLowerCase()) return undefined
  for (const row of rows) {
    if (await passwords.verify(row.password_hash, entered.password)) return row
  }
  return undefined
}
