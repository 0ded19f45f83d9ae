import { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import type { Queryable } from '../../platform/db/client.ts'
import { listVersionsWithBot, saveLogicHash, type VersionWithBot } from './bot-code-store.ts'
import { formOf } from './bot-code-view.ts'
import { sourceOf } from './definition/source.ts'
import { logicHashOf, type VersionLogic } from './definition/logic-hash.ts'

/**
 * Stores the hash of what each version does, where it is missing or has changed: with a bot's type, or with a release
 * of the platform that changes a native rule. Runs at the start of a process and whenever a version is saved.
 */
export async function recordLogicHashes(db: Queryable, botId?: string): Promise<void> {
  for (const row of await listVersionsWithBot(db, botId)) {
    const hash = logicHashOf(await logicOf(row))
    if (hash !== row.logic_hash) await saveLogicHash(db, row.bot_id, row.number, hash)
  }
}

export type ChangedLogic = {
  readonly name: string
  readonly number: number
  readonly before: string
  readonly after: string
}

/** Versions that this release would trade otherwise than the one that stored their hash. */
export async function listChangedLogic(db: Queryable): Promise<readonly ChangedLogic[]> {
  const changed: ChangedLogic[] = []
  for (const row of await listVersionsWithBot(db)) {
    const after = logicHashOf(await logicOf(row))
    if (row.logic_hash !== null && row.logic_hash !== after)
      changed.push({ name: row.name, number: row.number, before: row.logic_hash, after })
  }
  return changed
}

/** A version as it trades. */
export async function logicOf(row: VersionWithBot): Promise<VersionLogic> {
  return {
    form: formOf(row, row.config),
    runsAs: RunsAs.parse(row.runs_as),
    ...(await sourceOf(row, row)),
  }
}
