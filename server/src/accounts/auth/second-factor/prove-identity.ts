import { type Refusal, refuse, refuseFields, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { Context } from '../../../platform/http/context.ts'
import { checkFactor } from './check-factor.ts'
import { provePassword } from '../passwords/prove-password.ts'
import { getUser } from '../profile/user-store.ts'
import type { UserRow } from '../profile/user-view.ts'

/** In production an administrator whose second factor is a passkey proves nothing with the password alone. */
export function needsPasskey({ production }: { production: boolean }, user: UserRow): boolean {
  return production && user.is_admin && user.second_factor_on_at === null && user.passkeys > 0
}

/** Required before irreversible actions: the password again, and a code where a second factor is on. */
export async function proveIdentity(
  context: Context<'signed-in'>,
  given: { password: string; otp?: string | undefined },
): Promise<Refusal | undefined> {
  const user = await getUser(context.db, context.actor.userId)
  const wait = await provePassword(context, user, given.password)
  if (wait === 'wrong') return refuseFields({ password: ['Your current password is not right.'] })
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  if (user.second_factor_on_at === null) return undefined
  if (!given.otp) return refuseFields({ otp: ['Enter the code from your authenticator app'] })
  const isRight = await checkFactor(context, user, given.otp)
  return isRight ? undefined : refuse('WRONG_SECOND_FACTOR')
}
