import type { Readiness } from '@trading-bot/contract/rest/trading/readiness'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../../platform/db/client.ts'
import { readSheetState } from '../../algo-registry/index.ts'
import { readinessItem } from './readiness-item.ts'

type Version = { readonly id: string; readonly version: number }

/** Real money needs an open box, or an analyst who answers for a closed one, and that its sheet was accepted. */
export async function sheetItems(
  db: Queryable,
  userId: string,
  running: Version,
  deployed: Version,
): Promise<Readiness[]> {
  const { logic_hash, is_accepted, is_unaccounted, is_undecided } = await readSheetState(db, userId, running)
  const box = readinessItem('live_box', false, refuse('BLACK_BOX_UNACCOUNTED').sentence, null)
  const text = `Your acceptance of how version ${running.version} decides`
  const item = readinessItem('live_sheet', is_accepted, text, acceptAt(logic_hash))
  return [
    ...(is_unaccounted ? [box] : []),
    // A version without a hash, or whose logic is not disclosed yet, is not registered either: that is named.
    ...(logic_hash === null || is_undecided
      ? []
      : [{ ...item, ...(await nextVersion(db, userId, running, deployed)) }]),
  ]
}

/** A live bot keeps its version until its owner has accepted the newer one. */
async function nextVersion(
  db: Queryable,
  userId: string,
  running: Version,
  deployed: Version,
): Promise<Pick<Readiness, 'warning' | 'fix'> | undefined> {
  if (deployed.id !== running.id || deployed.version === running.version) return undefined
  const { logic_hash, is_accepted, is_undecided } = await readSheetState(db, userId, deployed)
  if (is_accepted || is_undecided || logic_hash === null) return undefined
  const warning = `Version ${deployed.version} is out. Read how it decides and accept it; until you take it over, your bot keeps version ${running.version}.`
  return { warning, fix: acceptAt(logic_hash) }
}

function acceptAt(hash: string | null): Readiness['fix'] {
  return hash === null ? null : { label: 'Read and accept it', path: `/how-it-decides/sheet/${hash}` }
}
