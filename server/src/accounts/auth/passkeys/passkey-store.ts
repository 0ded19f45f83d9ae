import type { Selectable } from 'kysely'
import { after } from '../../../platform/clock.ts'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { Passkeys } from '../../../platform/db/tables.ts'

export type PasskeyRow = Selectable<Passkeys>
export type Purpose = 'add' | 'sign-in' | 'recent-auth'

const CHALLENGE_MS = 5 * 60_000

type Challenge = { readonly challenge: string; readonly purpose: Purpose; readonly userId: string | null }

export async function storeChallenge(db: Queryable, { userId, ...row }: Challenge, now: Date): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({ ...row, user_id: userId, expires_at: after(now, CHALLENGE_MS) })
    .execute()
}

/** False unless it was issued for this purpose and user, in time, and never answered before. */
export async function spendChallenge(
  db: Queryable,
  { challenge, purpose, userId }: Challenge,
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteChallengesBefore(db: Queryable, now: Date): Promise<bigint> {
  return (await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).executeTakeFirst()).numDeletedRows
}

export async function listPasskeyRows(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

export async function findPasskey(db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** How many passkeys a user has. The user's row is locked, so the count holds until the transaction ends. */
export async function countLocked(tx: Tx, userId: string): Promise<number> {
  const { passkeys } = await tx
    .selectFrom('users')
    .select('passkeys')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return passkeys
}

/** Undefined if the same passkey is stored already. */
export async function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'last_used_at'>): Promise<PasskeyRow | undefined> {
  const stored = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (stored) await countPasskeys(tx, row.user_id, row.created_at)
  return stored
}

export async function renameRow(
  db: Queryable,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskey(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  now: Date,
): Promise<PasskeyRow | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (row) await countPasskeys(tx, userId, now)
  return row
}

/** False if a parallel use has moved the count on: of two copies of a key, one is refused. */
export async function usePasskey(db: Queryable, row: PasskeyRow, signCount: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', row.id)
    .where('sign_count', '=', row.sign_count)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The user's row is locked by its update, so parallel changes count one after another. */
async function countPasskeys(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set((row) => ({
      passkeys: row
        .selectFrom('passkeys')
        .select((each) => each.fn.countAll<number>().as('count'))
        .where('passkeys.user_id', '=', userId),
      updated_at: now,
    }))
    .where('id', '=', userId)
    .execute()
}
