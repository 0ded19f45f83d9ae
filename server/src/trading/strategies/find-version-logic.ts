import type { Queryable } from '../../platform/db/client.ts'
import { findVersionByLogic, findVersionWithBot } from './bot-code-store.ts'
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

/** What one version trades. */
export async function readVersionLogic(db: Queryable, botId: string, number: number): Promise<VersionLogic> {
  const row = await findVersionWithBot(db, botId, number)
  if (!row) throw new Error(`strategy ${botId} has no version ${number}`)
  return logicOf(row)
}
