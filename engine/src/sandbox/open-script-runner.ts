import type { ScriptRunner } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import { type SandboxedProcess, startSandboxedProcess } from './isolation/sandboxed-process.ts'
import type { FoundSandbox } from './isolation/find-sandbox.ts'
import { openQueuedSession } from './queued-session.ts'
import { openPlaces, type SandboxPlaces } from './sandbox-places.ts'
import type { ScriptLoad } from './script-load.ts'
import { openScriptSession } from './script-session.ts'

/** Keeps one warm interpreter ready, so that a bot starts without waiting for Python. */
export function openScriptRunner(sandbox: FoundSandbox, timers: Timers, most: SandboxPlaces): ScriptRunner<ScriptLoad> {
  const { command, memory } = sandbox
  const places = openPlaces(most)
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
    open: (load, limits, { candles, share = 'test', isWanted, onPrint } = {}) => {
      if (command === null || isClosed) return null
      const wait = { waitMs: limits.waitMs, isWanted }
      return openQueuedSession(
        () => places.ask(share),
        timers,
        wait,
        (place) => {
          // What was killed frees its place a moment before the spare, killed with it, has ended.
          if (isClosed) return null
          const child = spare ?? start()
          spare = start()
          void child?.ended.then(place.leave)
          return (
            child &&
            openScriptSession(child, timers, load, {
              limits,
              memory,
              ...(candles && { candles }),
              ...(onPrint && { onPrint }),
            })
          )
        },
      )
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
