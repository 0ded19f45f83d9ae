import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'

const RESET_HOURS = 24

/** A unique index allows one open link per user: a newer one replaces the older. False if there is no such user. */
export async function replaceReset(db: Queryable, userId: string, tokenHash: Buffer, now: Date): Promise<boolean> {
  const expires = new Date(now.getTime() + RESET_HOURS * 3_600_000)
  const { rows } = await sql`
    insert into password_resets (user_id, token_hash, created_at, expires_at)
    select id, ${tokenHash}, ${now}, ${expires} from users where id = ${userId}
    on conflict (user_id) where used_at is null do update
      set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning user_id`.execute(db)
  return rows.length > 0
}

/** Finds the open reset of a token. */
export async function findReset(db: Queryable, hashes: Buffer[], now: Date): Promise<{ user_id: string } | undefined> {
  return db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** False if it was used, or replaced by a newer one, in the meantime. */
export async function spendReset(db: Queryable, hashes: Buffer[], now: Date): Promise<boolean> {
  const spent = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}
