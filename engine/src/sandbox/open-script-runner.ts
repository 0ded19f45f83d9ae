import type { ScriptRunner } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import type { FoundSandbox } from './isolation/find-sandbox.ts'
import type { LibraryInstallation } from './libraries/author-libraries.ts'
import { libraryModules, usesLibraries } from './libraries/uses-libraries.ts'
import { openQueuedSession } from './queued-session.ts'
import { refusedSession } from './refused-session.ts'
import { openPlaces, type SandboxPlaces } from './sandbox-places.ts'
import { type ScriptLoad, wholeText } from './script-load.ts'
import { openScriptSession } from './script-session.ts'
import { WarmProcesses } from './warm-processes.ts'

// One that is being taken is followed by one that has imported already.
const WARM_WITH_LIBRARIES = 2
/** A product that has just started settles its orders first; importing takes each of them a second of a processor. */
const LIBRARIES_AFTER_MS = 20_000
/** What pandas and its frames take, besides what a script without them may use. */
const LEAST_MB_WITH_LIBRARIES = 1_024
/** Importing them takes a second of a processor, which a busy machine may not give. */
const LIBRARIES_WITHIN_MS = 15_000

const NO_LIBRARIES = { kind: 'none', sentence: 'No libraries for authors are used here.' } as const

/** Keeps warm interpreters ready, so that a bot starts without waiting for Python or for its libraries. */
export function openScriptRunner(
  sandbox: FoundSandbox,
  timers: Timers,
  most: SandboxPlaces,
  libraries?: LibraryInstallation,
): ScriptRunner<ScriptLoad> {
  const { command, memory } = sandbox
  const places = openPlaces(most)
  const plain = new WarmProcesses(() => command, 1, timers)
  const withLibraries = new WarmProcesses(() => libraries?.command ?? null, WARM_WITH_LIBRARIES, timers)
  const pools = [plain, withLibraries]
  let isClosed = false
  const state = () => libraries?.state ?? NO_LIBRARIES

  // Those with libraries wait from the first use, or from a while after the product asks for them.
  plain.fill()
  return {
    sandbox: sandbox.report,
    open: (load, limits, { candles, share = 'test', isWanted, onPrint, isReading } = {}) => {
      if (command === null || isClosed) return null
      const known = state()
      const installed = known.kind === 'ready' ? known.modules : []
      const needsLibraries = !isReading && usesLibraries(wholeText(load), installed)
      if (needsLibraries && known.kind !== 'ready') return refusedSession(whyNot(known))
      const pool = needsLibraries ? withLibraries : plain
      const memoryMb = needsLibraries ? Math.max(limits.memoryMb, LEAST_MB_WITH_LIBRARIES) : limits.memoryMb
      const wait = { waitMs: limits.waitMs, isWanted }
      return openQueuedSession(
        () => places.ask(share),
        timers,
        wait,
        (place) => {
          // What was killed frees its place a moment before the spare, killed with it, has ended.
          if (isClosed) return null
          const child = pool.take()
          void child?.ended.then(place.leave)
          return (
            child &&
            openScriptSession(child, timers, load, {
              limits: { ...limits, memoryMb },
              memory,
              ...(needsLibraries && { warmMs: Math.max(limits.loadMs, LIBRARIES_WITHIN_MS) }),
              ...(candles && { candles }),
              ...(onPrint && { onPrint }),
              ...(isReading && { modules: libraryModules(installed) }),
            })
          )
        },
      )
    },
    warm: async () => void (await Promise.all(pools.map((pool) => pool.warm()))),
    libraries: state,
    installLibraries: async () => {
      await libraries?.install()
      if (!isClosed) withLibraries.fillAfter(LIBRARIES_AFTER_MS)
    },
    close: async () => {
      isClosed = true
      await Promise.all(pools.map((pool) => pool.close()))
      await sandbox.remove()
    },
  }
}

function whyNot(known: Exclude<ReturnType<ScriptRunner['libraries']>, { kind: 'ready' }>): string {
  if (known.kind === 'none') return known.sentence
  return `Libraries for authors: installing, ${known.percent} %. Please try again in a moment.`
}
