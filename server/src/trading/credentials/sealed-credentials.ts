import { createHash } from 'node:crypto'
import type { Deps } from '../../platform/http/context.ts'
import type { BrokerCredentials } from '../../platform/providers/broker-desk.ts'
import { seal, unseal } from '../../platform/security/seal.ts'
import type { CredentialRow } from './credential-store.ts'
import { reportUnreadable, UnreadableCredentials } from './unreadable-credentials.ts'

const COLUMNS = { api_key: 'apiKey', client_code: 'clientCode', mpin: 'mpin', totp_secret: 'totpSecret' } as const
type Column = keyof typeof COLUMNS

/**
 * Each field is sealed separately and bound to user and field; the last four characters of key and client code stay
 * readable.
 */
export function sealCredentials(key: Buffer, userId: string, credentials: BrokerCredentials) {
  const sealed = (column: Column) => seal(key, placeOf(userId, column), credentials[COLUMNS[column]])
  return {
    user_id: userId,
    api_key: sealed('api_key'),
    client_code: sealed('client_code'),
    mpin: sealed('mpin'),
    totp_secret: sealed('totp_secret'),
    api_key_tail: credentials.apiKey.slice(-4),
    client_code_tail: credentials.clientCode.slice(-4),
    key_id: keyIdOf(key),
  }
}

/** Throws `UnreadableCredentials` for a wrong key or a damaged row: that is not the same as having none. */
export function openCredentials(key: Buffer, row: CredentialRow): BrokerCredentials {
  const open = (column: Column) => unseal(key, placeOf(row.user_id, column), row[column])
  try {
    return {
      apiKey: open('api_key'),
      clientCode: open('client_code'),
      mpin: open('mpin'),
      totpSecret: open('totp_secret'),
    }
  } catch (error) {
    throw new UnreadableCredentials(row.user_id, error)
  }
}

/** Undefined when the seal does not open, which nobody but the operator can mend. */
export async function openOrReport(deps: Deps, row: CredentialRow): Promise<BrokerCredentials | undefined> {
  try {
    return openCredentials(deps.config.sealKey, row)
  } catch {
    await reportUnreadable(deps, row.user_id)
    return undefined
  }
}

/** Identifies a key without revealing it. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('key-id:').update(key).digest('hex').slice(0, 12)
}

function placeOf(userId: string, column: Column): string {
  return `${userId}/credentials/${column}`
}
