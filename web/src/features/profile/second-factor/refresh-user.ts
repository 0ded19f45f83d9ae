import { readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { api } from '../../../lib/api/api.ts'
import { session } from '../../../lib/session/session.ts'

/** Loads the signed-in user again after a call that changed the user without returning it. */
export async function refreshUser(): Promise<void> {
  session.updateUser(await api(readProfile, {}))
}
