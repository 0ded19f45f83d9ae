import type { ScriptRunner } from '@trading-bot/engine/ports'
import { findSandbox } from '@trading-bot/engine/sandbox/isolation/find-sandbox'
import { openScriptRunner } from '@trading-bot/engine/sandbox/open-script-runner'
import type { ScriptLoad } from '@trading-bot/engine/sandbox/script-load'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import { runtimeFolder } from './shipped-bots.ts'

export type Scripts = ScriptRunner<ScriptLoad>

/** Opens the strongest sandbox that this machine supports, with an interpreter already running. */
export async function openScripts(isProduction: boolean): Promise<Scripts> {
  const searchPath = process.env['PATH'] ?? ''
  const sandbox = await findSandbox({ runtimeFolder: runtimeFolder(), searchPath, isProduction, timers: systemTimers })
  return openScriptRunner(sandbox, systemTimers)
}

/** For tests that run no script. */
export const noScripts: Scripts = {
  sandbox: { kind: 'none', sentence: 'No cage was opened in this process.' },
  open: () => null,
  warm: async () => undefined,
  close: async () => undefined,
}
