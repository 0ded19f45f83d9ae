import { type BrokerLogIn, type CredentialStatus, LogInState } from '@trading-bot/contract/rest/trading/credentials'
import type { CredentialRow } from './credential-store.ts'

export function credentialView(row: CredentialRow): CredentialStatus {
  return {
    is_verified: row.is_verified,
    updated_at: row.updated_at.toISOString(),
    verified_at: row.verified_at?.toISOString() ?? null,
    api_key_masked: `••••${row.api_key_tail}`,
    client_code_masked: `••••${row.client_code_tail}`,
    last_error: row.last_error,
    log_in: logInView(row),
  }
}

type LogInColumns = Pick<CredentialRow, 'login_state' | 'login_reason' | 'login_since' | 'login_retry_at'>

export function logInView(row: LogInColumns): BrokerLogIn {
  return {
    state: LogInState.parse(row.login_state),
    reason: row.login_reason,
    since: row.login_since?.toISOString() ?? null,
    retry_at: row.login_retry_at?.toISOString() ?? null,
  }
}
