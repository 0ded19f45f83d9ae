import type {
  listCredentialLogs as logs,
  openPracticeAccount as practice,
  readCredentialStatus as status,
} from '@trading-bot/contract/rest/trading/credentials'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findCredentials } from './credential-store.ts'
import { credentialView } from './credential-view.ts'

export const readCredentialStatus: UseCase<typeof status> = async ({ db, actor }) => {
  const row = await findCredentials(db, actor.userId)
  return row ? credentialView(row) : refuse('CREDENTIALS_NOT_SET')
}

export const listCredentialLogs: UseCase<typeof logs> = async ({ db, actor }) => {
  const rows = await db
    .selectFrom('credential_logs')
    .selectAll()
    .where('user_id', '=', actor.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ id, action, result, created_at }) => ({
    id,
    action,
    result,
    created_at: created_at.toISOString(),
  }))
}

export const openPracticeAccount: UseCase<typeof practice> = async ({ actor, config, broker }) => {
  if (!config.demo || !broker.openPracticeAccount) return refuse('NOT_FOUND')
  const { apiKey, clientCode, mpin, totpSecret } = await broker.openPracticeAccount(actor.userId)
  return { api_key: apiKey, client_code: clientCode, mpin, totp_secret: totpSecret }
}
