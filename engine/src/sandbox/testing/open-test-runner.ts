import { readFileSync } from 'node:fs'
import path from 'node:path'
import { systemTimers } from '../../ports/system-timers.ts'
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
  return openScriptRunner(await findTestSandbox(), systemTimers, { live: 4, test: 4 })
}

export function shippedBot(name: string): string {
  return readFileSync(path.join(runtimeFolder, 'bots', `${name}.py`), 'utf8')
}
