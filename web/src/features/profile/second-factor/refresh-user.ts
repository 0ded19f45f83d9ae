import { readProfile } from '@trading-bot/contract/rest/auth'
import { api } from '../../../lib/api/api.ts'
import { session } from '../../../lib/session/session.ts'

/** The server's word on the signed-in user, after a call that changed it without returning it. */
export async function refreshUser(): Promise<void> {
  session.updateUser(await api(readProfile, {}))
}
