import type { Selectable } from 'kysely'
import type { Queryable } from '../../db/client.ts'
import type { Credentials } from '../../db/tables.ts'
import { newId } from '../../ids.ts'

export type CredentialRow = Selectable<Credentials>
type SealedFields = Omit<CredentialRow, 'created_at' | 'updated_at' | 'is_verified' | 'verified_at' | 'last_error'>

export async function findCredentials(db: Queryable, userId: string): Promise<CredentialRow | undefined> {
  return db.selectFrom('credentials').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** New or changed credentials are unverified until the broker has taken them. */
export async function saveSealed(db: Queryable, fields: SealedFields, now: Date): Promise<CredentialRow> {
  const fresh = { ...fields, is_verified: false, verified_at: null, last_error: null, updated_at: now }
  return db
    .insertInto('credentials')
    .values({ ...fresh, created_at: now })
    .onConflict((on) => on.column('user_id').doUpdateSet(fresh))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function noteVerification(
  db: Queryable,
  userId: string,
  outcome: { isVerified: boolean; error: string | null },
  now: Date,
): Promise<CredentialRow> {
  return db
    .updateTable('credentials')
    .set({ is_verified: outcome.isVerified, verified_at: outcome.isVerified ? now : null, last_error: outcome.error })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteRow(db: Queryable, userId: string): Promise<boolean> {
  const result = await db.deleteFrom('credentials').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

type Action = 'saved' | 'updated' | 'verified' | 'tested' | 'deleted' | 'opened' | 'rotated'

export async function noteUse(db: Queryable, userId: string, action: Action, result: string, now: Date): Promise<void> {
  await db
    .insertInto('credential_logs')
    .values({ id: newId(now), user_id: userId, action, result, created_at: now })
    .execute()
}
