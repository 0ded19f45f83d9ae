import type { Queryable } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { TradingAccess } from '../../platform/providers/broker-desk.ts'
import { type CredentialRow, findCredentials, recordUse } from './credential-store.ts'
import { openCredentials, openOrReport } from './sealed-credentials.ts'

export type CredentialState = {
  /** `unreadable`: saved, but the seal does not open. */
  readonly kind: 'none' | 'saved' | 'verified' | 'unreadable'
  /** Why the broker rejected them; null if it did not. */
  readonly rejection: string | null
}

export async function readCredentialState(deps: Deps, userId: string): Promise<CredentialState> {
  const row = await findCredentials(deps.db, userId)
  if (!row) return { kind: 'none', rejection: null }
  if (!(await openOrReport(deps, row))) return { kind: 'unreadable', rejection: null }
  return { kind: row.is_verified ? 'verified' : 'saved', rejection: rejectionOf(row) }
}

function rejectionOf({ login_state, login_reason }: CredentialRow): string | null {
  return login_state === 'rejected' ? login_reason : null
}

/** For the engine's own log-in at the broker; each use is recorded in the user's credential log. */
export async function openUserCredentials(
  db: Queryable,
  sealKey: Buffer,
  userId: string,
  now: Date,
): Promise<TradingAccess | undefined> {
  const row = await findCredentials(db, userId)
  if (!row) return undefined
  const { outbound_address } = await db
    .selectFrom('users')
    .select('outbound_address')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const opened = openCredentials(sealKey, row)
  await recordUse(db, userId, 'opened', 'for trading', now)
  return {
    ...opened,
    outboundAddress: outbound_address,
    generation: row.generation,
    rejection: rejectionOf(row),
  }
}
