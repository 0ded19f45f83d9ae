import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../../platform/http/context.ts'
import { hashesOf } from '../../../platform/security/auth-keys.ts'
import { unseal } from '../../../platform/security/seal.ts'
import { forgiveThrottle, hitThrottle } from '../../../platform/security/throttle.ts'
import { spendFactorStep, spendRecoveryCode } from './factor-store.ts'
import type { UserRow } from '../profile/user-view.ts'

const STEP_MS = 30_000

/**
 * Accepts a current code of the authenticator app, or a recovery code; each works once. Wrong codes are counted per
 * place (the session by default), so that nobody's guesses keep the owner out elsewhere.
 */
export async function checkFactor(
  context: Context,
  user: UserRow,
  given: string,
  place = context.actor?.sessionId ?? '',
): Promise<boolean> {
  const { db, clock } = context
  const guesses = { key: `factor:${user.id}|${place}`, limit: 10, windowMs: 15 * 60_000 }
  if ((await hitThrottle(db, guesses, clock.now())) !== undefined) return false
  const isRight = await spendFactor(context, user, given)
  if (isRight) await forgiveThrottle(db, guesses.key).execute()
  return isRight
}

async function spendFactor(context: Context, user: UserRow, given: string): Promise<boolean> {
  const { db, config, clock } = context
  const code = given.replace(/[\s-]/g, '').toLowerCase()
  if (!/^\d{6}$/.test(code)) {
    return spendRecoveryCode(db, user.id, hashesOf(config.authKeys, 'recovery', code), clock.now())
  }
  const step = matchingStep(context, user, code)
  return step !== undefined && spendFactorStep(db, user.id, step)
}

/** The 30-second step of a code: the current one or a neighbour, to allow for inaccurate clocks. */
export function matchingStep({ config, clock }: Context, user: UserRow, code: string): number | undefined {
  if (user.second_factor_secret === null) return undefined
  const secret = unseal(config.sealKey, factorPlace(user.id), user.second_factor_secret)
  const timestamp = clock.now().getTime()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / STEP_MS) + delta
}

export function factorPlace(userId: string): string {
  return `${userId}/second-factor`
}
