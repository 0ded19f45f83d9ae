import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findCage } from '@trading-bot/engine/scripts/find-cage'
import { openScriptRunner } from '@trading-bot/engine/scripts/open-script-runner'
import { systemTimers } from '@trading-bot/engine/seams/system-timers'

// The bundle is started from the repository's root.
const runtimeFolder = path.resolve('runtime')

export const SCRIPT_LIMITS = { memoryMb: 512, cpuS: 60, loadMs: 5_000, stepMs: 20_000 }

/** The product's own cage with a warm interpreter in it. */
export async function openCage() {
  const searchPath = process.env['PATH'] ?? ''
  const cage = await findCage({ runtimeFolder, searchPath, isProduction: true, timers: systemTimers })
  if (cage.command === null) throw new Error(cage.report.sentence)
  const runner = openScriptRunner(cage, systemTimers)
  await runner.warm()
  return runner
}

export function shippedBot(name: string): string {
  return readFileSync(path.join(runtimeFolder, 'bots', `${name}.py`), 'utf8')
}
