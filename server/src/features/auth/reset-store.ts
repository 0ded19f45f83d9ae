import type { Queryable } from '../../db/client.ts'

const RESET_HOURS = 24

export async function insertReset(db: Queryable, userId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + RESET_HOURS * 3_600_000),
    })
    .execute()
}

/** The live reset of a token, locked when it is about to be used. */
export async function findReset(db: Queryable, tokenHash: Buffer, now: Date): Promise<{ user_id: string } | undefined> {
  return db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses the token; every other open reset of the user dies with it. False if it was used in between. */
export async function spendReset(db: Queryable, tokenHash: Buffer, userId: string, now: Date): Promise<boolean> {
  const spent = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (spent.numUpdatedRows === 0n) return false
  await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return true
}
