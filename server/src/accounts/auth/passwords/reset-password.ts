import type { resetPassword as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { hashesOf } from '../../../platform/security/auth-keys.ts'
import { passwordWeakness } from './password-weakness.ts'
import { findReset, spendReset } from './reset-store.ts'
import { setPassword } from './set-password.ts'
import { forgiveLogIns } from '../sessions/throttles.ts'
import { getUser } from '../profile/user-store.ts'

export const resetPassword: UseCase<typeof spec> = async (context, input) => {
  const { db, clock, config, passwords } = context
  const hashes = hashesOf(config.authKeys, 'reset', input.token)
  const reset = await findReset(db, hashes, clock.now())
  if (!reset) return refuse('DEAD_RESET_TOKEN')
  const weakness = passwordWeakness(input.new_password, await getUser(db, reset.user_id))
  if (weakness) return refuseFields({ new_password: [weakness] })
  const hashed = await passwords.hash(input.new_password)
  return db.transaction().execute(async (tx) => {
    const isOurs = await spendReset(tx, hashes, clock.now())
    if (!isOurs) return refuse('DEAD_RESET_TOKEN')
    const user = await getUser(tx, reset.user_id)
    await setPassword(tx, context, user, hashed)
    await forgiveLogIns(tx, user.id)
    return { message: 'Password has been reset successfully. You can now login with your new password.' }
  })
}
