import type {
  CredentialStatus,
  listCredentialLogs as logs,
  openPracticeAccount as practice,
  readCredentialStatus as status,
} from '@trading-bot/contract/rest/trading/credentials'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findCredentials } from './credential-store.ts'
import { credentialView } from './credential-view.ts'

export const readCredentialStatus: UseCase<typeof status> = async ({ db, actor }) => {
  return (await findCredentialStatus(db, actor.userId)) ?? refuse('CREDENTIALS_NOT_SET')
}

/** Undefined without saved credentials. */
export async function findCredentialStatus(db: Queryable, userId: string): Promise<CredentialStatus | undefined> {
  const row = await findCredentials(db, userId)
  return row && credentialView(row)
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
