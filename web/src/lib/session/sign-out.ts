import { logOut } from '@trading-bot/contract/rest/accounts/auth'
import { api } from '../api/api.ts'
import { session } from './session.ts'

/** Signs out locally at once; the server is informed in the background and may be unreachable. */
export function signOut(): void {
  const { refresh } = session.tokens()
  session.end()
  api(logOut, refresh ? { refresh_token: refresh } : {}).catch(() => undefined)
}
