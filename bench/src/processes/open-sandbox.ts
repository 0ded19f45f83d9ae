import { readFileSync } from 'node:fs'
import path from 'node:path'
import { LibraryInstallation } from '@trading-bot/engine/sandbox/libraries/author-libraries'
import { findSandbox } from '@trading-bot/engine/sandbox/isolation/find-sandbox'
import { openScriptRunner } from '@trading-bot/engine/sandbox/open-script-runner'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'

// The bundle is started from the repository's root.
const runtimeFolder = path.resolve('runtime')

export const SCRIPT_LIMITS = { memoryMb: 512, cpuS: 60, loadMs: 5_000, stepMs: 20_000 }

/** The product's own sandbox with a warm interpreter in it. */
export async function openSandbox() {
  const searchPath = process.env['PATH'] ?? ''
  const hiddenFolders = [path.dirname(runtimeFolder)]
  const sandbox = await findSandbox({
    runtimeFolder,
    hiddenFolders,
    searchPath,
    allowsWeakSandbox: false,
    timers: systemTimers,
  })
  if (sandbox.command === null) throw new Error(sandbox.report.sentence)
  const libraries = new LibraryInstallation(sandbox, { runtimeFolder })
  await libraries.install()
  const runner = openScriptRunner(sandbox, systemTimers, { live: 1, test: 1 }, libraries)
  await runner.installLibraries()
  await runner.warm()
  return runner
}

export function shippedBot(name: string): string {
  return readFileSync(path.join(runtimeFolder, 'bots', `${name}.py`), 'utf8')
}

export function galleryBot(name: string): string {
  return readFileSync(path.join(runtimeFolder, 'gallery', `${name}.py`), 'utf8')
}
