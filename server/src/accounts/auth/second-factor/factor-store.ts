import type { Queryable } from '../../../platform/db/client.ts'

export async function startFactor(db: Queryable, userId: string, sealed: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ second_factor_secret: sealed, second_factor_step: 0, updated_at: now })
    .where('id', '=', userId)
    .where('second_factor_on_at', 'is', null)
    .execute()
}

export async function turnFactorOn(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ second_factor_on_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('second_factor_on_at', 'is', null)
    .where('second_factor_secret', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}

export async function turnFactorOff(db: Queryable, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ second_factor_on_at: null, second_factor_secret: null, second_factor_step: 0, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** A step can be used once: of two log-ins with the same code, one succeeds. */
export async function spendFactorStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ second_factor_step: step })
    .where('id', '=', userId)
    .where('second_factor_step', '<', String(step))
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}

export async function replaceRecoveryCodes(db: Queryable, userId: string, hashes: Buffer[], now: Date): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ code_hash: hash, user_id: userId, created_at: now })))
    .execute()
}

export async function spendRecoveryCode(db: Queryable, userId: string, hashes: Buffer[], now: Date): Promise<boolean> {
  const result = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('code_hash', 'in', hashes)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
