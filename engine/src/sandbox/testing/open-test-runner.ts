import { readFileSync } from 'node:fs'
import path from 'node:path'
import { systemTimers } from '../../ports/system-timers.ts'
import { LibraryInstallation } from '../libraries/author-libraries.ts'
import { findSandbox } from '../isolation/find-sandbox.ts'
import { openScriptRunner } from '../open-script-runner.ts'

const runtimeFolder = path.resolve(import.meta.dirname, '../../../../runtime')

export const TEST_LIMITS = { memoryMb: 512, cpuS: 20, loadMs: 5_000, stepMs: 10_000 }

export function findTestSandbox() {
  return findSandbox({
    runtimeFolder,
    hiddenFolders: [path.dirname(runtimeFolder)],
    searchPath: process.env['PATH'] ?? '',
    allowsWeakSandbox: false,
    timers: systemTimers,
  })
}

export async function openTestRunner() {
  const sandbox = await findTestSandbox()
  const libraries = new LibraryInstallation(sandbox, { runtimeFolder })
  // They are there after npm test's first stage; a test alone on a fresh machine installs them.
  await libraries.install()
  return openScriptRunner(sandbox, systemTimers, { live: 4, test: 4 }, libraries)
}

export function shippedBot(name: string): string {
  return readFileSync(path.join(runtimeFolder, 'bots', `${name}.py`), 'utf8')
}

export function galleryBot(name: string): string {
  return readFileSync(path.join(runtimeFolder, 'gallery', `${name}.py`), 'utf8')
}
