import type { validateResetToken as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { hashesOf } from '../../../platform/security/auth-keys.ts'
import { findReset } from './reset-store.ts'
import { getUser } from '../profile/user-store.ts'

export const validateResetToken: UseCase<typeof spec> = async ({ db, clock, config }, { token }) => {
  const reset = await findReset(db, hashesOf(config.authKeys, 'reset', token), clock.now())
  if (!reset) return refuse('DEAD_RESET_TOKEN')
  const { email } = await getUser(db, reset.user_id)
  return { email }
}
