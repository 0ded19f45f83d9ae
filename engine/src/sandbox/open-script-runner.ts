import type { ScriptLimits, ScriptRunner } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import { type SandboxedProcess, startSandboxedProcess } from './isolation/sandboxed-process.ts'
import type { FoundSandbox } from './isolation/find-sandbox.ts'
import type { ScriptLoad } from './script-load.ts'
import { openScriptSession } from './script-session.ts'

/** Keeps one warm interpreter ready, so that a bot starts without waiting for Python. */
export function openScriptRunner(sandbox: FoundSandbox, timers: Timers): ScriptRunner<ScriptLoad> {
  const { command } = sandbox
  const running = new Set<SandboxedProcess>()
  let spare: SandboxedProcess | null = null
  let isClosed = false

  function start(): SandboxedProcess | null {
    if (command === null || isClosed) return null
    const child = startSandboxedProcess(command)
    running.add(child)
    void child.ended.then(() => {
      running.delete(child)
      if (spare === child) spare = null
    })
    return child
  }

  spare = start()
  return {
    sandbox: sandbox.report,
    open: (load, limits: ScriptLimits, sources = {}) => {
      const child = spare ?? start()
      spare = start()
      return child === null ? null : openScriptSession(child, timers, load, { limits, sources })
    },
    warm: async () => spare?.warm(),
    close: async () => {
      isClosed = true
      const all = [...running]
      for (const child of all) child.kill()
      await Promise.all(all.map((child) => child.ended))
      await sandbox.remove()
    },
  }
}
