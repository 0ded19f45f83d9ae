import type { ScriptProblem } from '@trading-bot/contract/bot-wire/frames'
import type { ScriptLimits, ScriptRunner } from '../../ports.ts'
import { loadToRead, type ScriptLoad, type ScriptSource } from '../script-load.ts'

/** Reads a script in the sandbox without running it. Null when nothing is known: no sandbox, or none is free. */
export async function readScript(
  runner: ScriptRunner<ScriptLoad>,
  source: ScriptSource,
  limits: ScriptLimits,
): Promise<readonly ScriptProblem[] | null> {
  const session = runner.open(loadToRead(source), limits, { isReading: true })
  if (session === null) return null
  try {
    const read = await session.read()
    return read.kind === 'read' ? read.problems : null
  } finally {
    await session.kill()
  }
}
