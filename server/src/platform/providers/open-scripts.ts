import path from 'node:path'
import type { ScriptRunner } from '@trading-bot/engine/ports'
import { LibraryInstallation } from '@trading-bot/engine/sandbox/libraries/author-libraries'
import { findSandbox } from '@trading-bot/engine/sandbox/isolation/find-sandbox'
import { openScriptRunner } from '@trading-bot/engine/sandbox/open-script-runner'
import { openQueuedSession } from '@trading-bot/engine/sandbox/queued-session'
import { refusedSession } from '@trading-bot/engine/sandbox/refused-session'
import type { ScriptLoad } from '@trading-bot/engine/sandbox/script-load'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type { Config } from '../config.ts'
import { runtimeFolder } from './shipped-bots.ts'

export type Scripts = ScriptRunner<ScriptLoad> & {
  /** Resolves once the sandbox is open, where that takes a while after the start; scripts wait for it. */
  readonly opened?: Promise<void>
}

const NOT_YET = { kind: 'none', sentence: 'The sandbox is being opened. Please try again in a moment.' } as const

/** The sandbox from now on, although it takes a second to open: what needs no script does not wait for it. */
export function scriptsOnceOpen(opening: Promise<Scripts>): Scripts {
  let now: Scripts | undefined
  const opened = opening.catch(withoutSandbox).then((scripts) => (now = scripts))
  return {
    opened: opened.then(() => undefined),
    get sandbox() {
      return now?.sandbox ?? NOT_YET
    },
    open: (load, limits, options = {}) => {
      if (now) return now.open(load, limits, options)
      const wait = { waitMs: limits.waitMs, isWanted: options.isWanted }
      return openQueuedSession(
        () => ({ taken: opened.then(() => true), leave: () => undefined }),
        systemTimers,
        wait,
        () => now!.open(load, limits, options) ?? refusedSession(now!.sandbox.sentence),
      )
    },
    warm: async () => (await opened).warm(),
    libraries: () => now?.libraries() ?? NOT_YET,
    installLibraries: async () => (await opened).installLibraries(),
    close: async () => (await opened).close(),
  }
}

/** What trades goes on without it. */
function withoutSandbox(error: unknown): Scripts {
  const reason = error instanceof Error ? error.message : String(error)
  const sentence = `Edited bot code cannot run until the next start: the sandbox could not be opened (${reason}).`
  return { ...noScripts, sandbox: { kind: 'none', sentence }, libraries: () => ({ kind: 'none', sentence }) }
}

/** Opens the sandbox of this machine, with an interpreter already running; neither product nor data is visible in it. */
export async function openScripts({ dataDir, sandbox }: Pick<Config, 'dataDir' | 'sandbox'>): Promise<Scripts> {
  const { places, cgroup, allowsWeakSandbox, libraries } = sandbox
  const found = await findSandbox({
    runtimeFolder: runtimeFolder(),
    hiddenFolders: [path.dirname(runtimeFolder()), dataDir],
    searchPath: process.env['PATH'] ?? '',
    allowsWeakSandbox,
    cgroup,
    timers: systemTimers,
  })
  const installation = new LibraryInstallation(found, { runtimeFolder: runtimeFolder(), ...libraries })
  // What is there is taken at once; what is missing is installed once the product is ready.
  await installation.find()
  return openScriptRunner(found, systemTimers, places, installation)
}

/** For tests that run no script. */
export const noScripts: Scripts = {
  sandbox: { kind: 'none', sentence: 'No sandbox was opened in this process.' },
  open: () => null,
  warm: async () => undefined,
  libraries: () => ({ kind: 'none', sentence: 'No sandbox was opened in this process.' }),
  installLibraries: async () => undefined,
  close: async () => undefined,
}
