import { wholeText } from '@trading-bot/engine/sandbox/script-load'
import { usesLibraries } from '@trading-bot/engine/sandbox/libraries/uses-libraries'
import type { Deps } from '../../../platform/http/context.ts'
import { findStrategyRow, findVersion } from '../bot-code-store.ts'
import { scriptOf, sourceOf } from '../definition/source.ts'
import { gateOfVersion } from '../deploy-bot-code.ts'

const running = new Map<string, Promise<string | null>>()

/**
 * Before a version trades: whether it passed its publish checks with the libraries that are installed now. After a change
 * of theirs the checks run again, and a version that fails them does not trade. Null if it may, else the reason.
 */
export function proveEnvironment(deps: Deps, botId: string, number: number): Promise<string | null> {
  const key = `${botId} ${number}`
  const found = running.get(key) ?? prove(deps, botId, number).finally(() => running.delete(key))
  running.set(key, found)
  return found
}

async function prove(deps: Deps, botId: string, number: number): Promise<string | null> {
  const bot = await findStrategyRow(deps.db, botId)
  const version = bot && (await findVersion(deps.db, botId, number))
  if (!bot || !version || version.runs_as !== 'python') return null
  if (!usesLibraries(wholeText(scriptOf(await sourceOf(bot, version))))) return null
  await deps.scripts.installLibraries()
  const libraries = deps.scripts.libraries()
  if (libraries.kind !== 'ready')
    return libraries.kind === 'none' ? libraries.sentence : 'The libraries for authors are being installed.'
  if (version.environment_id === libraries.id) return null
  const gate = await gateOfVersion(deps, bot, version)
  const failed = gate.checks.find(({ passed }) => !passed)
  if (!failed) return null
  return `The libraries for authors have changed, and with the new ones version ${number} does not pass its publish checks: ${failed.label}: ${failed.detail}`
}
