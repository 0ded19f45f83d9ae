import { Refusal } from '@trading-bot/contract/rest/refusals'
import type { Deps } from '../../platform/http/context.ts'
import { applyIntake, readIntake } from './import-symbols.ts'
import type { SymbolRow } from './symbol-rows.ts'

const TIMEOUT_MS = 120_000

/**
 * Downloads the broker's instrument master and saves what changed, as an upload by an administrator does. Throws if it
 * could not be read: then nothing was changed, and nothing is known about today's instruments.
 */
export async function refreshSymbols({ db, clock }: Deps, masterUrl: string): Promise<readonly SymbolRow[]> {
  const response = await fetch(masterUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok || !response.body) throw new Error(`the instrument master answered ${response.status}`)
  const intake = await readIntake(response.body)
  if (intake instanceof Refusal) throw new Error(intake.sentence)
  if (intake.format() !== 'master' || intake.rows.length === 0) throw new Error('this is no instrument master')
  const origin = { requestId: 'instrument-master', address: '', device: '' }
  await applyIntake({ db, clock, actor: undefined, origin }, intake)
  return intake.rows
}
