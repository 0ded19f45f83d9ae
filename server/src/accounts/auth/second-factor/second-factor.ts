import { randomInt } from 'node:crypto'
import { type Refusal, refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type {
  confirmFactor as confirm,
  disableFactor as disable,
  enrolFactor as enrol,
  renewRecoveryCodes as renew,
} from '@trading-bot/contract/rest/accounts/security'
import { Secret, TOTP } from 'otpauth'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { seal } from '../../../platform/security/seal.ts'
import { hashSecret } from '../../../platform/security/auth-keys.ts'
import { checkFactor, factorPlace, matchingStep } from './check-factor.ts'
import { replaceRecoveryCodes, spendFactorStep, startFactor, turnFactorOff, turnFactorOn } from './factor-store.ts'
import { provePassword } from '../passwords/prove-password.ts'
import { getUser } from '../profile/user-store.ts'
import type { UserRow } from '../profile/user-view.ts'

const RECOVERY_CODES = 10

export const enrolFactor: UseCase<typeof enrol> = async (context, { password }) => {
  const { db, actor, clock, config } = context
  const user = await getUser(db, actor.userId)
  if (user.second_factor_on_at !== null) return refuse('FACTOR_ALREADY_ON')
  const refusal = await refuseWrongPassword(context, user, password)
  if (refusal) return refusal
  const secret = new Secret({ size: 20 })
  await startFactor(db, user.id, seal(config.sealKey, factorPlace(user.id), secret.base32), clock.now())
  const totp = new TOTP({ issuer: 'Trading Bot', label: user.email, secret })
  return { secret: secret.base32, otpauth_url: totp.toString() }
}

export const confirmFactor: UseCase<typeof confirm> = async (context, { otp }) => {
  const { db, actor } = context
  const user = await getUser(db, actor.userId)
  if (user.second_factor_on_at !== null) return refuse('FACTOR_ALREADY_ON')
  if (user.second_factor_secret === null) return refuse('FACTOR_NOT_STARTED')
  const step = matchingStep(context, user, otp.replace(/\s/g, ''))
  if (step === undefined) return refuse('WRONG_SECOND_FACTOR')
  return db.transaction().execute(async (tx) => {
    await spendFactorStep(tx, user.id, step)
    if (!(await turnFactorOn(tx, user.id, context.clock.now()))) return refuse('FACTOR_NOT_STARTED')
    await recordAudit(tx, context, { action: 'account.factor-on', subject: { kind: 'user', id: user.id } })
    return { recovery_codes: await issueRecoveryCodes(tx, context, user.id) }
  })
}

export const disableFactor: UseCase<typeof disable> = async (context, input) => {
  const { db, config } = context
  const user = await getUser(db, context.actor.userId)
  if (config.production && user.is_admin && user.passkeys === 0) return refuse('FACTOR_REQUIRED')
  const refusal = await proveBoth(context, user, input)
  if (refusal) return refusal
  return db.transaction().execute(async (tx) => {
    await turnFactorOff(tx, user.id, context.clock.now())
    await recordAudit(tx, context, { action: 'account.factor-off', subject: { kind: 'user', id: user.id } })
    return null
  })
}

export const renewRecoveryCodes: UseCase<typeof renew> = async (context, input) => {
  const user = await getUser(context.db, context.actor.userId)
  const refusal = await proveBoth(context, user, input)
  if (refusal) return refusal
  return context.db.transaction().execute(async (tx) => {
    await recordAudit(tx, context, { action: 'account.recovery-codes', subject: { kind: 'user', id: user.id } })
    return { recovery_codes: await issueRecoveryCodes(tx, context, user.id) }
  })
}

async function proveBoth(
  context: Context,
  user: UserRow,
  given: { password: string; otp: string },
): Promise<Refusal | undefined> {
  if (user.second_factor_on_at === null) return refuse('FACTOR_NOT_ON')
  const refusal = await refuseWrongPassword(context, user, given.password)
  if (refusal) return refusal
  return (await checkFactor(context, user, given.otp)) ? undefined : refuse('WRONG_SECOND_FACTOR')
}

async function refuseWrongPassword(context: Context, user: UserRow, given: string): Promise<Refusal | undefined> {
  const wait = await provePassword(context, user, given)
  if (wait === 'wrong') return refuse('WRONG_PASSWORD')
  return wait === undefined ? undefined : refuseUntil('TOO_MANY_REQUESTS', wait)
}

// No letters or digits that look alike; never six digits alone, which would look like a code of the app.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz'

async function issueRecoveryCodes(tx: Tx, { config, clock }: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  )
  const hashes = codes.map((code) => hashSecret(config.authKeys, 'recovery', code))
  await replaceRecoveryCodes(tx, userId, hashes, clock.now())
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}
