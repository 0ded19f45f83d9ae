import type { changePassword as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse, refuseFields, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { openSession } from '../sessions/open-session.ts'
import { passwordWeakness } from './password-weakness.ts'
import { provePassword } from './prove-password.ts'
import { setPassword } from './set-password.ts'
import { getUser } from '../profile/user-store.ts'

export const changePassword: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, passwords } = context
  const user = await getUser(db, actor.userId)
  const wait = await provePassword(context, user, input.old_password)
  if (wait === 'wrong') return refuse('WRONG_PASSWORD')
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  if (input.old_password === input.new_password) return refuse('SAME_PASSWORD')
  const weakness = passwordWeakness(input.new_password, user)
  if (weakness) return refuseFields({ new_password: [weakness] })
  const hashed = await passwords.hash(input.new_password)
  return db.transaction().execute(async (tx) => {
    await setPassword(tx, context, user, hashed)
    const tokens = await openSession(tx, context, user.id, false)
    return { message: 'Password changed successfully.', ...tokens }
  })
}
