import type { Queryable } from '../../db/client.ts'
import type { TradingAccess } from '../../providers/broker-desk.ts'
import { findCredentials, noteUse } from './credential-store.ts'
import { openCredentials } from './sealed-credentials.ts'

export async function readCredentialState(db: Queryable, userId: string): Promise<'none' | 'saved' | 'verified'> {
  const row = await findCredentials(db, userId)
  if (!row) return 'none'
  return row.is_verified ? 'verified' : 'saved'
}

/** For the engine's own log-in at the broker; that it happened stands in the user's credential log. */
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
  await noteUse(db, userId, 'opened', 'for trading', now)
  return { ...openCredentials(sealKey, row), outboundAddress: outbound_address }
}
