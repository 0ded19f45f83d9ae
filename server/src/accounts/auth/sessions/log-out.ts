import type { logOut as spec } from '@trading-bot/contract/rest/accounts/auth'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { readRefresh } from '../../../platform/security/tokens.ts'
import { endSessions } from './session-store.ts'

export const logOut: UseCase<typeof spec> = async ({ db, clock, config }, input) => {
  const claims = input.refresh_token ? readRefresh(config.authKeys, input.refresh_token) : undefined
  if (claims) await endSessions(db, { id: claims.sessionId }, 'signed-out', clock.now())
  return null
}
