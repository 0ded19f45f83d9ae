import type { ScriptLimits, ScriptRunner } from '../ports.ts'
import type { Timers } from '../seams/timers.ts'
import { type CagedProcess, startCagedProcess } from './caged-process.ts'
import type { FoundCage } from './find-cage.ts'
import type { ScriptLoad } from './script-load.ts'
import { openScriptSession } from './script-session.ts'

/** Keeps one warm interpreter ahead, so that a bot starts without waiting for Python. */
export function openScriptRunner(cage: FoundCage, timers: Timers): ScriptRunner<ScriptLoad> {
  const { command } = cage
  const running = new Set<CagedProcess>()
  let spare: CagedProcess | null = null
  let isClosed = false

  function start(): CagedProcess | null {
    if (command === null || isClosed) return null
    const child = startCagedProcess(command)
    running.add(child)
    void child.ended.then(() => {
      running.delete(child)
      if (spare === child) spare = null
    })
    return child
  }

  spare = start()
  return {
    cage: cage.report,
    open: (load, limits: ScriptLimits) => {
      const child = spare ?? start()
      spare = start()
      return child === null ? null : openScriptSession(child, timers, load, limits)
    },
    warm: async () => spare?.warm(),
    close: async () => {
      isClosed = true
      const all = [...running]
      for (const child of all) child.kill()
      await Promise.all(all.map((child) => child.ended))
      await cage.remove()
    },
  }
}
