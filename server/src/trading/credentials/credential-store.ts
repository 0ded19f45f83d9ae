import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { Credentials } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'

export type CredentialRow = Selectable<Credentials>
type SealedFields = Pick<
  CredentialRow,
  'user_id' | 'api_key' | 'client_code' | 'mpin' | 'totp_secret' | 'api_key_tail' | 'client_code_tail' | 'key_id'
>

export async function findCredentials(db: Queryable, userId: string): Promise<CredentialRow | undefined> {
  return db.selectFrom('credentials').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

// A session belongs to the credentials that opened it.
const WITHOUT_SESSION = { session: null } as const
const UNTRIED = { login_state: 'untried', login_reason: null, login_since: null, login_retry_at: null } as const
const NEXT_GENERATION = sql<string>`nextval('credential_generations')`

/** New or changed credentials are unverified until the broker has accepted them. */
export async function saveSealed(db: Queryable, fields: SealedFields, now: Date): Promise<CredentialRow> {
  const unverified = { is_verified: false, verified_at: null, last_error: null }
  const fresh = {
    ...fields,
    ...unverified,
    ...UNTRIED,
    ...WITHOUT_SESSION,
    generation: NEXT_GENERATION,
    updated_at: now,
  }
  return db
    .insertInto('credentials')
    .values({ ...fresh, created_at: now })
    .onConflict((on) => on.column('user_id').doUpdateSet(fresh))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The change to a row after an accepted log-in. */
export function openColumns(now: Date) {
  const verified = { is_verified: true, verified_at: now, last_error: null }
  return { ...UNTRIED, ...verified, login_state: 'open', login_since: now } as const
}

/** The change to a row when the credentials are proven wrong. */
export function rejectedColumns(reason: string, now: Date) {
  const unverified = { is_verified: false, verified_at: null, last_error: reason }
  return { ...UNTRIED, ...unverified, login_state: 'rejected', login_reason: reason, login_since: now } as const
}

/** Undefined if the credentials were replaced since the row was read. */
export async function changeUnlessReplaced(
  db: Queryable,
  { user_id, updated_at }: CredentialRow,
  change: Partial<Omit<CredentialRow, 'user_id' | 'generation'>>,
): Promise<CredentialRow | undefined> {
  return db
    .updateTable('credentials')
    .set(change)
    .where('user_id', '=', user_id)
    .where('updated_at', '=', updated_at)
    .returningAll()
    .executeTakeFirst()
}

/** The engine opens the account again with these credentials, and forgets earlier log-ins. */
export async function beginGeneration(db: Queryable, userId: string): Promise<void> {
  const next = { ...WITHOUT_SESSION, generation: NEXT_GENERATION }
  await db.updateTable('credentials').set(next).where('user_id', '=', userId).execute()
  await announceCredentials(db, userId)
}

/** Notifies the engine, in whichever process it runs, when the transaction commits. */
export async function announceCredentials(db: Queryable, userId: string): Promise<void> {
  await sql`select pg_notify('credentials', ${userId})`.execute(db)
}

export async function deleteRow(db: Queryable, userId: string): Promise<boolean> {
  const result = await db.deleteFrom('credentials').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

type Action = 'saved' | 'updated' | 'verified' | 'tested' | 'deleted' | 'opened' | 'rotated' | 'rejected' | 'cleared'

export async function recordUse(
  db: Queryable,
  userId: string,
  action: Action,
  result: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('credential_logs')
    .values({ id: newId(now), user_id: userId, action, result, created_at: now })
    .execute()
}

export async function deleteCredentialLogsBefore(db: Queryable, before: Date): Promise<bigint> {
  return (await db.deleteFrom('credential_logs').where('created_at', '<', before).executeTakeFirst()).numDeletedRows
}
