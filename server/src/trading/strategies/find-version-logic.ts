import type { Queryable } from '../../platform/db/client.ts'
import { findVersionByLogic } from './bot-code-store.ts'
import type { VersionLogic } from './definition/logic-hash.ts'
import { logicOf } from './record-logic-hashes.ts'

/** What the versions with this hash trade, and the newest of them by name. */
export async function findVersionLogic(
  db: Queryable,
  hash: string,
): Promise<(VersionLogic & { readonly number: number }) | undefined> {
  const row = await findVersionByLogic(db, hash)
  return row && { ...(await logicOf(row)), number: row.number }
}
