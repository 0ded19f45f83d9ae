import type { Db } from '../../../platform/db/client.ts'
import { seal, unseal } from '../../../platform/security/seal.ts'
import { factorPlace } from './check-factor.ts'

/** Re-seals second-factor secrets with the new key; one that already opens with it is skipped. */
export async function rotateFactors(db: Db, keys: { readonly from: Buffer; readonly to: Buffer }): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'second_factor_secret'])
    .where('second_factor_secret', 'is not', null)
    .execute()
  let changed = 0
  for (const { id, second_factor_secret: sealed } of rows) {
    if (!sealed || opens(keys.to, id, sealed)) continue
    const fresh = seal(keys.to, factorPlace(id), unseal(keys.from, factorPlace(id), sealed))
    await db
      .updateTable('users')
      .set({ second_factor_secret: fresh })
      .where('id', '=', id)
      .where('second_factor_secret', '=', sealed)
      .execute()
    changed += 1
  }
  return changed
}

function opens(key: Buffer, userId: string, sealed: Buffer): boolean {
  try {
    unseal(key, factorPlace(userId), sealed)
    return true
  } catch {
    return false
  }
}
